/** The service answers or refuses within this time, also without its stores. */
const ANSWER_MS_MAX = 8_000;
const ANSWER_MS_MIN = 2_000;

/** How long a node that stops waits for answers that are due, in ms, where so many are left for them. */
export const answerTime = (leftMs: number): number => Math.max(ANSWER_MS_MIN, Math.min(ANSWER_MS_MAX, leftMs));
