/**
 * Asking an actor wherever it is: here, or over the transport at the node that owns its slot. A node that answers
 * `moved` did nothing, so asking again is safe; an answer that never came leaves the outcome unknown, and the caller
 * says so.
 */
import type { ActorSystem } from '#actors/runtime/actor-system.js';
import { type ActorClient, type Answer, type AskOptions, type Cause, clientOf } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import { pause } from '#actors/runtime/pause.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { slotOf } from '#src/domain/slots.js';
import type { Coordinator } from './coordinator.js';
import type { NodeMessage, NodeReply, NodeRequest } from './messages.js';

export interface RouterOptions {
  system: Pick<ActorSystem, 'askHere' | 'knows'>;
  coordinator: Pick<Coordinator, 'takes' | 'ownerOf' | 'token'>;
  transport: NodeTransport;
  env: Env;
  onError: (what: string, error?: unknown, cause?: Cause) => void;
  tracer?: HopTracer | undefined;
  /** A command was taken on here. */
  onTaken?: ((id: string) => void) | undefined;
}

/** Records the way of a command to another node, if its cause has a place in a trace. */
export interface HopTracer {
  hop(node: string, parent: string): { readonly place: string; end(refusal?: string | null): void };
}

const ASK_TIMEOUT_MS = 10_000;
const RETRY_DELAY_MS = 50;
const RETRY_AFTER_MS = 250;
const TELL_ATTEMPTS_MAX = 20;

const unavailable: Answer<never> = { ok: false, code: 'unavailable', retryAfterMs: RETRY_AFTER_MS };

export class Router {
  readonly #options: RouterOptions;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  client<C extends { type: string }, R extends Record<C['type'], unknown>>(kind: string): ActorClient<C, R> {
    return clientOf((id, command, options = {}) => this.#ask(kind, id, command, options));
  }

  /** Delivers a one-way command to an actor of another node; bounded attempts, lost when that node fails. */
  async tell(kind: string, id: string, command: { type: string }, cause?: Cause): Promise<void> {
    const { coordinator, transport, env, system, onError } = this.#options;
    for (let tried = 0; tried < TELL_ATTEMPTS_MAX; tried += 1) {
      const here = system.askHere(kind, id, command, cause ? { cause } : {});
      if (here) return void (await here);
      const owner = coordinator.ownerOf(slotOf(id));
      if (owner && owner.token !== coordinator.token) {
        return transport.send(owner.token, { type: 'tell', kind, id, command, cause } satisfies NodeMessage);
      }
      await pause(env, RETRY_DELAY_MS * 2);
    }
    onError(`message to a ${kind} was undeliverable`, undefined, cause);
  }

  /** A request of another node for an actor of this one. */
  async onAsk({ kind, id, command, options }: Extract<NodeRequest, { type: 'ask' }>): Promise<NodeReply> {
    const { system } = this.#options;
    if (!system.knows(kind, command.type)) return { type: 'answer', answer: unavailable };
    const answer = await this.#askHere(kind, id, command, options);
    return answer ? { type: 'answer', answer } : { type: 'moved' };
  }

  async #ask(kind: string, id: string, command: { type: string }, options: AskOptions): Promise<Answer<unknown>> {
    const { env } = this.#options;
    const deadline = env.monotonic() + (options.deadlineMs ?? ASK_TIMEOUT_MS);
    for (;;) {
      const deadlineMs = deadline - env.monotonic();
      if (deadlineMs <= 0) return unavailable;
      const here = this.#askHere(kind, id, command, { ...options, deadlineMs });
      const answer = here ? await here : await this.#askThere(kind, id, command, { ...options, deadlineMs });
      if (answer) return answer;
      await pause(env, Math.min(RETRY_DELAY_MS, deadlineMs));
    }
  }

  #askHere(kind: string, id: string, command: { type: string }, options: AskOptions): Promise<Answer<unknown>> | null {
    const { system, onTaken } = this.#options;
    const answer = system.askHere(kind, id, command, options);
    if (answer) onTaken?.(id);
    return answer;
  }

  /** Null when nobody has it, or the one asked has it no more. */
  async #askThere(
    kind: string,
    id: string,
    command: { type: string },
    options: AskOptions & { deadlineMs: number },
  ): Promise<Answer<unknown> | null> {
    const { coordinator, transport, onError, tracer } = this.#options;
    const { cause } = options;
    const owner = coordinator.ownerOf(slotOf(id));
    if (!owner || owner.token === coordinator.token) return null;
    const hop = cause?.trace === undefined ? undefined : tracer?.hop(owner.name, cause.trace);
    const asking = cause && hop ? { ...options, cause: { ...cause, trace: hop.place } } : options;
    const request: NodeRequest = { type: 'ask', kind, id, command, options: asking };
    try {
      const reply = (await transport.request(owner.token, request, options.deadlineMs)) as NodeReply;
      hop?.end(reply.type === 'answer' ? null : 'moved');
      return reply.type === 'answer' ? reply.answer : null;
    } catch (error) {
      hop?.end('unavailable');
      // NodeUnreachable: the outcome is unknown. The caller may repeat the request, with the same client_id.
      onError('request to another node failed', error, cause);
      return unavailable;
    }
  }
}
