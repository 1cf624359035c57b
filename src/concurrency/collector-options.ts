import { availableParallelism } from 'node:os';

/**
 * Options of V8 for one of so many busy processes on this machine. Where they leave no processor to spare, threads that help
 * to collect young objects only take turns with the thread that waits for them: a message costs a twelfth more with them.
 */
export function collectorOptions(processes: number, processors = availableParallelism()): string[] {
  return processes < processors ? [] : ['--no-parallel-scavenge'];
}
