import { useRef } from 'preact/hooks';
import { randomId } from '#sdk/random-id.js';

export interface RequestKey {
  /** The idempotency key of the form's next request. */
  now: () => string;
  /** With the code of the refusal, if there was one. */
  answered: (code?: string) => void;
}

/** A request without a response may have been executed, so its retry has the same key. Each answer ends a key. */
export function useRequestKey(): RequestKey {
  const key = useRef(randomId());
  return {
    now: () => key.current,
    answered: (code) => {
      if (code !== 'network') key.current = randomId();
    },
  };
}
