/** A port that nobody has at this moment. */
export function freePort(): Promise<number>;
