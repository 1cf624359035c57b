/**
 * What the turn of a command needs that memory does not have. Asked when the command arrives and again before its
 * turn; what comes back never replaces what memory has.
 */
import type { ActorIo, Supply } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/account.js';
import type { Row } from '#src/domain/message.js';
import type { Ban, JoinRequest, Member, ReaderState } from '#src/domain/room.js';
import { logId, memberId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import { type EntryDoc, unpackEntry } from './codec.js';
import { type InviteDoc, inviteId } from './invite-docs.js';
import type { Reactions, Reads, RoomState, Seen, Votes } from './room-state.js';

type Load = (reader: Reader) => Promise<(state: RoomState) => void>;

export class Needs {
  readonly state: RoomState;
  readonly #command: object;
  /** What was read for this command and is still true of memory. */
  readonly #reads: Readonly<Reads>;
  readonly #loads: Load[] = [];

  constructor(state: RoomState, command: object) {
    this.state = state;
    this.#command = command;
    const reads = state.readsFor(command);
    const isOld = reads.at !== undefined && reads.at !== state.evictions;
    if (isOld) state.keepReads(command, {});
    this.#reads = isOld ? {} : reads;
  }

  get complete(): boolean {
    return this.#loads.length === 0;
  }

  member(account: AccountId): Member | null | undefined {
    const { state } = this;
    return (
      state.members.get(account) ??
      this.#need(state.members, account, (reader) => reader.get<Member>('members', memberId(state.id, account)))
    );
  }

  reader(account: AccountId): ReaderState | null | undefined {
    const { state } = this;
    return (
      state.readers.get(account) ??
      this.#need(state.readers, account, (reader) => reader.get<ReaderState>('readers', memberId(state.id, account)))
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

  seen(key: string): Seen | null | undefined {
    return this.#need(this.state.seen, key, (reader) =>
      reader
        .getManyBy<EntryDoc>('log', 'dedup', [key])
        .then(([doc]) => (doc ? { seq: doc.seq, hash: doc.hash ?? null } : null)),
    );
  }

  reactions(key: string): Reactions | null | undefined {
    return this.#need(this.state.reactions, key, (reader) => reader.get<Doc & Reactions>('reactions', key));
  }

  votes(key: string): Votes | null | undefined {
    return this.#need(this.state.votes, key, (reader) => reader.get<Doc & Votes>('votes', key));
  }

  /** Something that the state itself keeps. */
  remember(load: Load): void {
    this.#loads.push(load);
  }

  /** Something read for this command only. */
  once<K extends keyof Reads>(
    key: K,
    read: (reader: Reader) => Promise<NonNullable<Reads[K]> | null>,
  ): Reads[K] | undefined {
    if (key in this.#reads) return this.#reads[key];
    const command = this.#command;
    this.#loads.push(async (reader) => {
      const value = await read(reader);
      return (state) => state.keepReads(command, { ...state.readsFor(command), [key]: value, at: state.evictions });
    });
    return undefined;
  }

  #need<K, V>(memory: Map<K, V | null>, key: K, read: (reader: Reader) => Promise<V | null>): V | null | undefined {
    const known = memory.get(key);
    if (known !== undefined) return known;
    this.#loads.push((reader) =>
      read(reader).then((value) => () => {
        if (!memory.has(key)) memory.set(key, value);
      }),
    );
    return undefined;
  }

  /** Read all that is lacking; false from the supply when something left memory meanwhile. */
  load({ reader }: ActorIo): Promise<Supply<RoomState>> {
    const evictions = this.state.evictions;
    return Promise.all(this.#loads.map((read) => read(reader))).then((fills) => (state) => {
      if (state.evictions !== evictions) return false;
      for (const fill of fills) fill(state);
      return true;
    });
  }
}

async function readRow(reader: Reader, room: string, seq: number): Promise<Row | null> {
  const doc = await reader.get<EntryDoc>('log', logId(room, seq));
  return doc ? unpackEntry(doc).row : null;
}
