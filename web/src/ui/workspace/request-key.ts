import { useRef } from 'preact/hooks';
import { randomId } from '#sdk/random-id.js';

export interface RequestKey {
  /** The idempotency key of a request that asks for this. */
  of: (asked: object) => string;
  /** With the code of the refusal, if there was one. */
  answered: (code?: string) => void;
}

/**
 * A request without a response may have been executed, so its retry has the same key. Each answer ends a key, and so does
 * a form that asks for something else: under the same key it would be refused.
 */
export function useRequestKey(): RequestKey {
  const held = useRef({ key: randomId(), asked: '' });
  return {
    of: (asked) => {
      const text = JSON.stringify(asked);
      const isOther = held.current.asked !== '' && held.current.asked !== text;
      held.current = { key: isOther ? randomId() : held.current.key, asked: text };
      return held.current.key;
    },
    answered: (code) => {
      if (code !== 'network') held.current = { key: randomId(), asked: '' };
    },
  };
}
