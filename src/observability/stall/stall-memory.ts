/**
 * The memory that the main thread and the watch thread share. Each field has one writer, except `silentMs`: the watch
 * thread adds to it, and the main thread resets it.
 */
export const memoryBytes = 5 * Int32Array.BYTES_PER_ELEMENT;

export const field = {
  /** Incremented by the main thread at every heartbeat. */
  beats: 0,
  /** The number of the activity that the main thread began last. */
  activity: 1,
  /** 1 while a debugger may pause the main thread. */
  isDebugged: 2,
  /** ms without a heartbeat, counted only while the watch thread could run. */
  silentMs: 3,
  /** The last begun activity when the silence was noticed. */
  stalledActivity: 4,
} as const;

/** The interval of heartbeats, and of checks for them. */
export const BEAT_INTERVAL_MS = 250;
/** A shorter silence is no stall. */
export const STALL_MIN_MS = 1_000;
