/** A kind of actor small enough to prove the runtime with: it adds numbers up, one log entry each. */

import { ActorSystem, type SystemOptions } from '#actors/runtime/actor-system.js';
import type { Answer, AskOptions } from '#actors/runtime/client.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import type { ActorKind, CommitUnit, EntryDoc, Loaded, Output, Turn, Turned } from '#actors/runtime/kind.js';
import { logId } from '#src/store/collections.js';
import type { Doc, Store } from '#src/store/store.js';
import { describeOnEmbedded, type OpenStore } from '../support/store/engines.js';
import { VirtualEnv } from '../support/time/virtual-env.js';

export type TallyCommand =
  /** `projected`: how many documents are derived of it. */
  | { type: 'add'; n: number; weight?: number; urgent?: true; projected?: number }
  | { type: 'total'; urgent?: true }
  | { type: 'refuse' }
  /** Changes memory, then throws. */
  | { type: 'break' }
  /** Its needs throw. */
  | { type: 'break_early' }
  /** What becomes durable of it breaks the kind. */
  | { type: 'break_late' }
  /** Adds what the store has under `key` (read as a need). */
  | { type: 'add_stored'; key: string }
  /** Once durable, what was read leaves memory. */
  | { type: 'add_and_forget'; n: number }
  /** Changes an older number in the store, which memory is made of. */
  | { type: 'rewrite'; seq: number; n: number }
  /** A transaction that wants `key` to be new. */
  | { type: 'take'; key: string }
  /** Adds here, then tells another to add. */
  | { type: 'add_and_tell'; n: number; to: string; kind?: string };

export interface TallyReplies extends Record<TallyCommand['type'], unknown> {
  add: number;
  total: number;
  add_stored: number;
  take: 'taken' | 'was_taken';
}

interface Entry extends EntryDoc, Doc {
  n: number;
  owner: string;
}

interface Extras {
  tell?: Output;
  projected?: number | undefined;
  late?: true;
  forgets?: true;
}

export interface TallyState {
  id: string;
  seq: number;
  total: number;
  /** Numbers read from the store, by key. */
  known: Map<string, number>;
  evictions: number;
  checkpointed: number;
}

export class TallyKind implements ActorKind<TallyState, TallyCommand> {
  readonly name = 'tally';
  loads = 0;
  readonly turns: string[] = [];
  readonly attempts: number[] = [];
  size = 1_000;
  #commits = 0;
  readonly #poisonous = new WeakSet<CommitUnit>();
  readonly #forgetful = new WeakSet<CommitUnit>();

  async load(id: string, io: Parameters<ActorKind<TallyState, TallyCommand>['load']>[1]): Promise<Loaded<TallyState>> {
    this.loads += 1;
    const range = { index: '_id', gt: `${id}:`, lt: `${id};`, limit: 10_000 };
    const entries = await io.reader.range<Entry>('log', range);
    const total = entries.reduce((sum, { n }) => sum + n, 0);
    const known = new Map<string, number>();
    return { state: { id, seq: entries.length, total, known, evictions: 0, checkpointed: entries.length } };
  }

  prefetch(state: TallyState, command: TallyCommand, { reader }: { reader: Pick<Store, 'get'> }) {
    if (command.type === 'break_early') throw new Error('needs that throw');
    const key = command.type === 'add_stored' || command.type === 'take' ? command.key : null;
    if (key === null || state.known.has(key)) return null;
    const { evictions } = state;
    return reader.get<Doc & { n: number }>('meta', key).then((doc) => (current: TallyState) => {
      if (current.evictions !== evictions) return false;
      if (!current.known.has(key)) current.known.set(key, doc?.n ?? 0);
      return true;
    });
  }

  turn(state: TallyState, command: TallyCommand, turn: Turn): Turned {
    this.turns.push('n' in command ? `${command.type} ${command.n}` : command.type);
    this.attempts.push(turn.attempt);
    switch (command.type) {
      case 'add':
        return this.#add(state, command.n, turn, { projected: command.projected });
      case 'add_and_forget':
        return this.#add(state, command.n, turn, { forgets: true });
      case 'add_stored':
        return this.#add(state, state.known.get(command.key) ?? 0, turn);
      case 'add_and_tell': {
        const { n, to, kind = 'tally' } = command;
        const told: TallyCommand = { type: 'add', n };
        return this.#add(state, n, turn, { tell: { to: 'actor', kind, id: to, command: told } });
      }
      case 'rewrite':
        return this.#rewrite(state, command);
      case 'break_late':
        return this.#add(state, 1, turn, { late: true });
      case 'break':
        state.total += 1_000_000;
        throw new Error('a turn that throws');
      case 'take':
        return this.#take(state, command.key);
      case 'total':
        return reply(state.total);
      default:
        return refuse('not_allowed');
    }
  }

  #add(state: TallyState, n: number, { owner }: Turn, { tell, projected, late, forgets }: Extras = {}): Turned {
    const { id } = state;
    state.seq += 1;
    state.total += n;
    this.#commits += 1;
    const entry = { _id: logId(id, state.seq), room: id, commit: `${owner}.${this.#commits}`, n, owner };
    const mark = (nth: number) => ({ op: 'put' as const, in: 'meta' as const, doc: { _id: `mark${nth}:${id}`, n } });
    const unit = { entry, writes: Array.from({ length: projected ?? 0 }, (_, nth) => mark(nth)) };
    if (late) this.#poisonous.add(unit);
    if (forgets) this.#forgetful.add(unit);
    const outputs: Output[] = [{ to: 'stream', item: { seq: state.seq, n } }, ...(tell ? [tell] : [])];
    return { kind: 'commit', unit, reply: state.total, outputs };
  }

  #rewrite({ id }: TallyState, { seq, n }: { seq: number; n: number }): Turned {
    const writes = [{ op: 'set' as const, in: 'log' as const, id: logId(id, seq), set: { n } }];
    return { kind: 'commit', unit: { writes }, reply: null, outputs: [], reload: true };
  }

  #take(state: TallyState, key: string): Turned {
    if (state.known.get(key)) return reply('was_taken');
    state.known.set(key, 1);
    const doc = { _id: key, n: 1 };
    const unit: CommitUnit = { transaction: [{ op: 'put', in: 'meta', doc, guard: { absent: true } }] };
    return { kind: 'commit', unit, reply: 'taken', outputs: [] };
  }

  weigh = (command: TallyCommand): number => ('weight' in command ? (command.weight ?? 10) : 10);
  isUrgent = (command: TallyCommand): boolean => 'urgent' in command && command.urgent === true;

  checkpoint(state: TallyState, leaving: boolean): CommitUnit | null {
    if (!leaving || state.checkpointed === state.seq) return null;
    state.checkpointed = state.seq;
    const doc = { _id: `tally:${state.id}`, total: state.total, rev: state.seq };
    return { writes: [{ op: 'put', in: 'meta', doc, guard: { olderThan: state.seq } }] };
  }

  settled(state: TallyState, unit: CommitUnit): void {
    if (this.#forgetful.has(unit)) {
      state.known.clear();
      state.evictions += 1;
    }
    if (this.#poisonous.has(unit)) throw new Error('a mistake in what follows a commit');
  }

  sizeOf = (): number => this.size;
}

export interface Bench {
  system: ActorSystem;
  env: VirtualEnv;
  kind: TallyKind;
  errors: { message: string; id: string }[];
  ask<K extends TallyCommand>(id: string, command: K, options?: AskOptions): Promise<Answer<TallyReplies[K['type']]>>;
}

/** A system of tallies on a store, on virtual time. */
export function startTallies(store: Store, options: Partial<SystemOptions> = {}): Bench {
  const env = new VirtualEnv();
  const errors: Bench['errors'] = [];
  const onError = (error: unknown, { id }: { id: string }) =>
    void errors.push({ message: (error as Error).message, id });
  const system = new ActorSystem({ store, env, owner: 'one', alone: true, onError, ...options });
  const kind = new TallyKind();
  system.register(kind);
  const { tryAsk } = system.client<TallyCommand, TallyReplies>('tally');
  return { system, env: (options.env as VirtualEnv | undefined) ?? env, kind, errors, ask: tryAsk };
}

export const value = (answer: Answer<unknown>): unknown => (answer.ok ? answer.value : answer.code);
export const add = (n: number): { type: 'add'; n: number } => ({ type: 'add', n });

/** Stores are closed after the test; a suite inside ends its actors before that. */
export function describeActors(name: string, tests: (openStore: OpenStore) => void): void {
  describeOnEmbedded(name, (openStore) => describe('on virtual time', () => tests(openStore)));
}
