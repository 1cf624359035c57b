import type { ActorClient, Answer } from '#actors/runtime/client.js';

type Asking<C extends { type: string }, R extends Record<C['type'], unknown>> = Pick<ActorClient<C, R>, 'tryAsk'>;

/** The same client, which gives no more answers once it is over: work that goes on asking ends by itself. */
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
