import { useRef } from 'preact/hooks';
import { randomId } from '#sdk/random-id.js';

/** Sends what a form asks for under an idempotency key, and answers as the request does. */
export type KeyedRequest = <T>(asked: object, send: (key: string) => Promise<T>) => Promise<T>;

const none = { key: '', asked: '' };

/**
 * A request without a response may have been executed, so its retry has the same key. Each answer ends a key, and so does
 * a form that asks for something else: under the same key it would be refused.
 */
export function useKeyedRequest(): KeyedRequest {
  const held = useRef(none);
  return async (asked, send) => {
    const text = JSON.stringify(asked);
    if (held.current.asked !== text) held.current = { key: randomId(), asked: text };
    try {
      const answer = await send(held.current.key);
      held.current = none;
      return answer;
    } catch (error) {
      const { code = 'network' } = error as { code?: string };
      if (code !== 'network') held.current = none;
      throw error;
    }
  };
}
