/**
 * Asking an actor wherever it is: here, or over the link at the node whose slot it is. A node that answers `moved` did
 * nothing, so asking again is safe; an answer that never came leaves the outcome unknown, and the caller says so.
 */
import type { ActorSystem } from '#actors/runtime/actor-system.js';
import { type ActorClient, type Answer, type AskOptions, clientOf } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import { pause } from '#actors/runtime/pause.js';
import type { Link } from '#src/cluster/link.js';
import type { Coordinator } from './coordinator.js';
import type { NodeMessage, NodeReply, NodeRequest } from './messages.js';
import { slotOf } from './slots.js';

export interface RouterOptions {
  system: Pick<ActorSystem, 'askHere'>;
  coordinator: Pick<Coordinator, 'takes' | 'ownerOf' | 'token'>;
  link: Link;
  env: Env;
  onTrouble: (what: string, error?: unknown) => void;
}

const DEADLINE_MS = 10_000;
const AGAIN_MS = 50;
const RETRY_AFTER_MS = 250;
const TELL_TRIES = 20;

const unavailable: Answer<never> = { ok: false, code: 'unavailable', retryAfterMs: RETRY_AFTER_MS };

export class Router {
  readonly #options: RouterOptions;

  constructor(options: RouterOptions) {
    this.#options = options;
  }

  client<C extends { type: string }, R extends Record<C['type'], unknown>>(kind: string): ActorClient<C, R> {
    return clientOf((id, command, options = {}) => this.#ask(kind, id, command, options));
  }

  /** What an actor here tells one elsewhere: as often as it takes, within reason; it may get lost with a node. */
  async tell(kind: string, id: string, command: { type: string }): Promise<void> {
    const { coordinator, link, env, system, onTrouble } = this.#options;
    for (let tried = 0; tried < TELL_TRIES; tried += 1) {
      const here = system.askHere(kind, id, command, {});
      if (here) return void (await here);
      const owner = coordinator.ownerOf(slotOf(id));
      if (owner && owner.token !== coordinator.token) {
        return link.send(owner.token, { type: 'tell', kind, id, command } satisfies NodeMessage);
      }
      await pause(env, AGAIN_MS * 2);
    }
    onTrouble(`nobody took what ${kind} was told`);
  }

  /** What another node asks of an actor that it believes to be here. */
  async answer({ kind, id, command, options }: Extract<NodeRequest, { type: 'ask' }>): Promise<NodeReply> {
    const answer = await this.#options.system.askHere(kind, id, command, options);
    return answer ? { type: 'answer', answer } : { type: 'moved' };
  }

  async #ask(kind: string, id: string, command: { type: string }, options: AskOptions): Promise<Answer<unknown>> {
    const { env, system } = this.#options;
    const deadline = env.monotonic() + (options.deadlineMs ?? DEADLINE_MS);
    for (;;) {
      const deadlineMs = deadline - env.monotonic();
      if (deadlineMs <= 0) return unavailable;
      const here = system.askHere(kind, id, command, { ...options, deadlineMs });
      const answer = here ? await here : await this.#askThere(kind, id, command, { ...options, deadlineMs });
      if (answer) return answer;
      await pause(env, Math.min(AGAIN_MS, deadlineMs));
    }
  }

  /** Null when nobody has it, or the one asked has it no more. */
  async #askThere(
    kind: string,
    id: string,
    command: { type: string },
    options: AskOptions & { deadlineMs: number },
  ): Promise<Answer<unknown> | null> {
    const { coordinator, link } = this.#options;
    const owner = coordinator.ownerOf(slotOf(id));
    if (!owner || owner.token === coordinator.token) return null;
    const request: NodeRequest = { type: 'ask', kind, id, command, options };
    try {
      const reply = (await link.request(owner.token, request, options.deadlineMs)) as NodeReply;
      return reply.type === 'answer' ? reply.answer : null;
    } catch {
      // LinkBroken: whether it was done is not known. Whoever asked may ask again, with the same client_id.
      return unavailable;
    }
  }
}
