/**
 * The memory that the main thread and the thread beside it share. Each field has one writer, but for the silence: the
 * main thread takes it, and the thread beside it adds to it.
 */
export const memoryBytes = 5 * Int32Array.BYTES_PER_ELEMENT;

export const field = {
  /** Counted up by the main thread at every heartbeat. */
  beats: 0,
  /** The number of the activity that the main thread began last. */
  activity: 1,
  /** 1 while a debugger may hold the main thread. */
  isDebugged: 2,
  /** For how long no heartbeat has come, ms, in the time in which the thread beside it could run. */
  silentMs: 3,
  /** The activity that had been begun when the silence was noticed. */
  stalledActivity: 4,
} as const;

/** Between two heartbeats, and between two looks at them. */
export const BEAT_INTERVAL_MS = 250;
/** A silence that is shorter is no stall. */
export const STALL_MIN_MS = 1_000;
