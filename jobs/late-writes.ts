/**
 * A write that timed out may be carried out later: after an election, or by a node that stood still. It brings a removed
 * document back. After this time no such write is left.
 */
export const LATE_WRITES_MS = 3_600_000;
