/**
 * The reads for everything that the turn of a command needs and memory lacks. Asked when the command arrives and again
 * before its turn; a read never replaces data in memory.
 */
import type { ActorIo, Supply } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Row } from '#src/domain/messages/message.js';
import type { Ban, JoinRequest, Member, ReadState } from '#src/domain/rooms/room.js';
import { dedupKey, logId, memberId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import type { DedupRecord } from './dedup-cache.js';
import { unlessErased } from './erased-docs.js';
import { type InviteDoc, inviteId } from './invite-docs.js';
import type { Reactions, Votes } from './reads.js';
import type { Reads, RoomState } from './room-state.js';

/** Fills memory with the documents that were read. False: they cannot be used. */
type Fill = (state: RoomState) => ReturnType<Supply<RoomState>> | undefined;
type Load = (reader: Reader) => Promise<Fill>;

export class Needs {
  readonly state: RoomState;
  readonly #command: object;
  /** The documents that were read for this command and are still true of memory. */
  readonly #reads: Readonly<Reads>;
  /** Made when something is lacking; mostly nothing is. */
  #loads: Load[] | null = null;

  constructor(state: RoomState, command: object) {
    this.state = state;
    this.#command = command;
    const reads = state.readsFor(command);
    const isOld = reads.at !== undefined && reads.at !== state.evictions;
    if (isOld) state.keepReads(command, {});
    this.#reads = isOld ? {} : reads;
  }

  get command(): object {
    return this.#command;
  }

  get complete(): boolean {
    return this.#loads === null;
  }

  member(account: AccountId): Member | null | undefined {
    const { state } = this;
    return (
      state.members.get(account) ??
      this.#need(state.members, account, (reader) => reader.get<Member>('members', memberId(state.id, account)))
    );
  }

  readState(account: AccountId): ReadState | null | undefined {
    const { state } = this;
    return (
      state.readStates.get(account) ??
      this.#need(state.readStates, account, (reader) => reader.get<ReadState>('readers', memberId(state.id, account)))
    );
  }

  ban(account: AccountId): Ban | null | undefined {
    const { state } = this;
    const id = memberId(state.id, account);
    return this.#need(state.bans, account, (reader) => reader.get<Ban>('bans', id));
  }

  request(account: AccountId): JoinRequest | null | undefined {
    const { state } = this;
    const id = memberId(state.id, account);
    return this.#need(state.requests, account, (reader) => reader.get<JoinRequest>('requests', id));
  }

  invite(code: string): InviteDoc | null | undefined {
    const { state } = this;
    return this.#need(state.invites, code, (reader) => reader.get<InviteDoc>('invites', inviteId(state.id, code)));
  }

  row(seq: number): Row | null | undefined {
    const { state } = this;
    if (seq <= 0 || seq > (state.head?.seq ?? 0)) return null;
    const known = state.rowAt(seq);
    if (known !== undefined) return known;
    return this.#need(state.oldRows, seq, (reader) => readRow(reader, state.id, seq));
  }

  /** The same as `dedup`, read from the store only when a turn has asked for it. */
  repeat(account: AccountId, clientId: string): DedupRecord | null | undefined {
    return this.#reads.isRepeatRead ? this.dedup(account, clientId) : this.state.dedup.get(account, clientId);
  }

  /** The outcome of an earlier request of this account with this client_id. */
  dedup(account: AccountId, clientId: string): DedupRecord | null | undefined {
    const { state } = this;
    const known = state.dedup.get(account, clientId);
    if (known !== undefined) return known;
    this.#toLoad(async (reader) => {
      const [doc] = await reader.getManyBy<EntryDoc>('log', 'dedup', [dedupKey(state.id, account, clientId)]);
      return () => {
        if (doc && isAhead(state, doc.seq)) return 'stale';
        if (state.dedup.get(account, clientId) !== undefined) return;
        state.dedup.set(account, clientId, doc ? { seq: doc.seq, hash: doc.hash ?? null } : null);
        return true;
      };
    });
    return undefined;
  }

  reactions(key: string): Reactions | null | undefined {
    return this.#need(this.state.reactions, key, (reader) => reader.get<Doc & Reactions>('reactions', key));
  }

  votes(key: string): Votes | null | undefined {
    return this.#need(this.state.votes, key, (reader) => reader.get<Doc & Votes>('votes', key));
  }

  /** Something that the state itself keeps. */
  remember(load: Load): void {
    this.#toLoad(load);
  }

  /** Something read for this command only. `isBehind`: memory lacks what the read has told, and is loaded anew. */
  once<K extends keyof Reads>(
    key: K,
    read: (reader: Reader) => Promise<NonNullable<Reads[K]> | null>,
    isBehind: (value: NonNullable<Reads[K]>) => boolean = () => false,
  ): Reads[K] | undefined {
    if (key in this.#reads) return this.#reads[key];
    this.#toLoad(async (reader) => {
      const value = await read(reader);
      return (state) => (value && isBehind(value) ? 'stale' : this.#keep(state, key, value));
    });
    return undefined;
  }

  /**
   * A read for this command at a position that may move until its turn. `isWhole` is asked when it has completed: it
   * may or may not include concurrent writes, and if it does not, it is repeated.
   */
  onceFor<K extends keyof Reads>(
    key: K,
    isMeant: (known: NonNullable<Reads[K]>) => boolean,
    read: (reader: Reader) => Promise<NonNullable<Reads[K]> | null>,
    isWhole?: (state: RoomState) => boolean,
  ): void {
    const known = this.#reads[key];
    if (known === undefined || known === null || !isMeant(known as NonNullable<Reads[K]>)) {
      this.again(key, read, isWhole);
    }
  }

  /** The same, in place of an earlier read that is of no use. */
  again<K extends keyof Reads>(
    key: K,
    read: (reader: Reader) => Promise<NonNullable<Reads[K]> | null>,
    isWhole: (state: RoomState) => boolean = () => true,
  ): void {
    this.#toLoad(async (reader) => {
      const value = await read(reader);
      return (state) => isWhole(state) && this.#keep(state, key, value);
    });
  }

  #keep<K extends keyof Reads>(state: RoomState, key: K, value: Reads[K] | null): true {
    state.keepReads(this.#command, { ...state.readsFor(this.#command), [key]: value, at: state.evictions });
    return true;
  }

  #need<K, V extends { rev: number }>(
    memory: Map<K, V | null>,
    key: K,
    read: (reader: Reader) => Promise<V | null>,
  ): V | null | undefined {
    const known = memory.get(key);
    if (known !== undefined) return known;
    this.#toLoad((reader) =>
      read(reader).then((value) => (state) => {
        if (value && isAhead(state, value.rev)) return 'stale';
        if (!memory.has(key)) memory.set(key, unlessErased(value));
        return true;
      }),
    );
    return undefined;
  }

  #toLoad(load: Load): void {
    this.#loads ??= [];
    this.#loads.push(load);
  }

  /** Read all that is lacking; false from the supply when something left memory meanwhile. */
  load({ reader }: ActorIo): Promise<Supply<RoomState>> {
    const evictions = this.state.evictions;
    return Promise.all((this.#loads ?? []).map((read) => read(reader))).then((fills) => (state) => {
      if (state.evictions !== evictions) return false;
      const outcomes = fills.map((fill) => fill(state));
      if (outcomes.includes('stale')) return 'stale';
      return !outcomes.includes(false);
    });
  }
}

/** The store tells of an entry that memory has never heard of: somebody, perhaps this very node, wrote it meanwhile. */
const isAhead = ({ head }: RoomState, seq: number): boolean => seq > (head?.seq ?? 0);

async function readRow(reader: Reader, room: string, seq: number): Promise<Row | null> {
  const doc = await reader.get<EntryDoc>('log', logId(room, seq));
  return doc ? unpackEntry(doc).row : null;
}
