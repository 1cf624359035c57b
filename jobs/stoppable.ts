import type { ActorClient, Answer } from '#actors/runtime/client.js';

type Asking<C extends { type: string }, R extends Record<C['type'], unknown>> = Pick<ActorClient<C, R>, 'tryAsk'>;

/** A client that refuses every request after the stop, so that a loop of requests ends at its next step. */
export function stoppable<C extends { type: string }, R extends Record<C['type'], unknown>>(
  client: Asking<C, R>,
  isOver: () => boolean,
): Asking<C, R> {
  return {
    tryAsk<K extends C>(id: string, command: K): Promise<Answer<R[K['type']]>> {
      return isOver() ? Promise.resolve({ ok: false, code: 'unavailable' }) : client.tryAsk(id, command);
    },
  };
}
