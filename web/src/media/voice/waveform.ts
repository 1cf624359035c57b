/** The bars of a waveform from the loudness of a recording. Pure. */
export const BAR_COUNT = 40;
const STEPS = 8;
/** A quiet room stays low: bars are drawn against this loudness at least. */
const LOUDNESS_MIN = 0.06;

/** `samples` are effective values from 0 to 1, in order. */
export function levelsOf(samples: readonly number[], count = BAR_COUNT): number[] {
  const peaks = Array.from({ length: count }, (_, bar) => {
    const from = Math.floor((bar * samples.length) / count);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * samples.length) / count));
    return Math.max(0, ...samples.slice(from, to));
  });
  const loudest = Math.max(LOUDNESS_MIN, ...peaks);
  // Loudness is felt by its root: otherwise one loud word would flatten the rest.
  return peaks.map((peak) => Math.min(STEPS - 1, Math.round(Math.sqrt(peak / loudest) * (STEPS - 1))));
}
