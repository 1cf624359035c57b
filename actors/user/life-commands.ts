/** What an account is asked about its own requests and its own end. */

/** The whole answer to a request with an Idempotency-Key. */
export interface KeptAnswer {
  /** `<account>:<key>:0`; the effects have numbers from 1 on. */
  _id: string;
  hash: string;
  status: number;
  /** As JSON; null where there is none. */
  body: string | null;
}

export type LifeCommand =
  /** The owner's request was answered: it is answered so again. */
  | { type: 'keep_answer'; answer: KeptAnswer }
  /** The sweep: answers that were too old at `at`. */
  | { type: 'sweep_answers'; answers: { id: string; at: number }[] };

export interface LifeReplies {
  keep_answer: null;
  /** How many were removed. */
  sweep_answers: number;
}
