/** A room on a device: the SDK's own code holds it, and everything it hands on is written down. */
import { isPassing, networkError } from '#sdk/errors.js';
import type { Place } from '#sdk/log/follower.js';
import { Room } from '#sdk/room.js';
import type { Draft, Message, OpenedRoom, RoomChange, SendResult } from '#sdk/wire.js';
import type { Followed, Op, Row, Wire } from '../history.js';
import { slugOf } from '../room-slug.js';
import type { World } from '../world.js';
import type { Device } from './device.js';
import { codeOf, type Json } from './device-connection.js';

/** Programs hold few rows, so that what is let go is let go here too. */
const KEEP = 60;
const AGAIN_MS = 800;
/** Out of the room by somebody's doing, or told so when it is opened. */
const outside = new Set(['kicked', 'banned', 'left', 'not_member']);
/** The room itself is gone. */
const ended = new Set(['deleted', 'room_not_found']);

export class FollowedRoom {
  readonly #device: Device;
  readonly #world: World;
  readonly id: string;
  readonly slug: string;
  #room: Room | null = null;
  #followed: Followed | null = null;
  #place: Room['place'] = null;

  constructor(device: Device, id: string) {
    this.#device = device;
    this.#world = device.world;
    this.id = id;
    this.slug = slugOf(id);
  }

  /** Up to the newest entry of the room; so is who is not in it. */
  get isComplete(): boolean {
    const room = this.#room;
    return room === null || (room.isSynced() && (room.place?.seq ?? 0) >= this.#world.newestTold(this.id));
  }

  connected(): void {
    if (this.#room) void this.#room.sync();
    else if (!this.#world.plan.looksAtOne) this.#begin();
  }

  /** Nobody looks at it any more. */
  close(): void {
    this.#room?.close();
  }

  /** The program begins anew, with what it had noted or without. */
  reopen(isNoted: boolean): void {
    const place = this.#room?.place ?? this.#place;
    this.#room?.close();
    this.#place = isNoted ? place : null;
    this.#begin();
  }

  async pause(ms: number): Promise<void> {
    const room = this.#room;
    room?.pause();
    await this.#world.schedule.sleep(ms);
    await room?.resume();
  }

  async say(): Promise<void> {
    await this.#device.outbox.say(this.slug, this.id);
  }

  /** Under the same client_id, as long as the connection lasts, until somebody says what became of it. */
  async send({ body }: Draft, key: string, isWanted: () => boolean): Promise<SendResult> {
    const { connection } = this.#device;
    for (;;) {
      const op = this.#op('send_message', { key, body: body ?? '' });
      try {
        const ack = await connection.ask('message:new', { room: this.slug, body, client_id: key });
        const message = ack.message as Message;
        Object.assign(op, { outcome: 'ok', seq: message.seq, rowId: message.id, isDuplicate: ack.duplicate === true });
        return ack as unknown as SendResult;
      } catch (error) {
        op.outcome = codeOf(error);
        op.isCut = op.outcome === 'lost';
        if (!isPassing(error) || !connection.isOnline) throw error;
      } finally {
        op.endedAt = this.#world.now;
      }
      await this.#world.schedule.sleep(AGAIN_MS);
      if (!connection.isOnline || !isWanted()) throw networkError();
    }
  }

  told(name: string, payload: Json, wire: Wire): void {
    const { seq, prev_seq } = payload as { seq?: number; prev_seq?: number };
    if (typeof seq === 'number') {
      this.#world.took('event');
      wire.came.push([
        this.#world.now,
        this.id,
        name,
        seq,
        subjectOf(name, payload),
        prev_seq ?? seq - 1,
        payload.mention === true,
      ]);
      const { message } = payload as { message?: Message };
      const ids = name === 'message:new' && message ? [message.id] : [];
      if (name !== 'room:activity')
        this.#world.history.heard.push({ who: wire.who, room: this.id, at: this.#world.now, seq, ids });
    }
    if (typeof prev_seq === 'number') this.#room?.take({ ...payload, type: name } as unknown as RoomChange);
    else if (name === 'room:gone') this.#room?.leave(payload.reason as 'kicked');
  }

  opened({ after_seq }: Json, { seq, has_more, reset }: Json, wire: Wire): void {
    // Of a first page it is older rows that there are more of.
    const isPage = after_seq !== undefined && has_more === true && reset === false;
    wire.came.push([this.#world.now, this.id, 'room:open', Number(seq), isPage ? 'a page' : 'all', 0]);
  }

  #begin(): void {
    const place = this.#place;
    const { connection, person, outbox } = this.#device;
    const room = new Room(
      this.slug,
      {
        operate: (name, payload) =>
          (name === 'room:open' ? this.#open(payload) : connection.ask(name, payload)) as never,
        hint: (name, payload) => void connection.ask(name, payload).catch(codeOf),
        isOnline: () => connection.isOnline,
        epoch: () => null,
        get outbox() {
          return outbox.current;
        },
        me: () => ({ accountId: person.account, username: person.name }),
        closed: () => this.#closed(room),
      },
      { place, keep: KEEP },
    );
    this.#room = room;
    this.#follow(room, place && rowsUpTo(place));
    room.on('reset', () => this.#follow(room, null));
    room.on('message', ({ seq, id }) => void this.#followed?.rows.push([seq, id]));
    room.on('gone', ({ reason }) => this.#gone(reason));
    room.on('synced', () => this.#keepPlace(room));
    void room.sync();
  }

  /** What is handed on from here on belongs together. */
  #follow(room: Room, from: number | null): void {
    this.#keepPlace(room);
    this.#followed = { who: this.#device.person.account, room: this.id, from, to: null, rows: [], held: [] };
    this.#world.history.followed.push(this.#followed);
  }

  /** Up to where it is complete, and what it shows of it. */
  #keepPlace(room: Room): void {
    const { place } = room;
    if (!this.#followed || place === null || this.#followed.from === null) return;
    this.#followed.to = rowsUpTo(place);
    this.#followed.held = room.isSynced() ? room.messages.map(shown) : [];
  }

  /** At the end, what is held now. */
  note(): void {
    if (this.#room) this.#keepPlace(this.#room);
  }

  #closed(room: Room): void {
    if (this.#room !== room) return;
    this.#keepPlace(room);
    this.#place = room.place;
    this.#room = null;
  }

  #gone(reason: string): void {
    const isDeleted = ended.has(reason) && this.#world.isDeleted(this.id);
    if (!outside.has(reason) && !isDeleted)
      this.#world.mistake(`${this.#device.name} lost a room that is there: ${reason}`);
    this.#place = this.#device.chance.hits(0.5) ? this.#place : null;
    if (this.#world.plan.looksAtOne) return;
    this.#world.schedule.after(this.#device.chance.about(AGAIN_MS), () => {
      if (!this.#room && this.#device.connection.isOnline) this.#begin();
    });
  }

  async #open(payload: object): Promise<Json> {
    const { after_seq } = payload as { after_seq?: number };
    const { connection } = this.#device;
    // A room that was closed meanwhile has one of its own.
    const followed = this.#followed;
    this.#world.took('room:open');
    const op = this.#op('open_room', after_seq === undefined ? {} : { after: after_seq });
    try {
      const ack = await connection.insist('room:open', payload);
      const {
        seq,
        messages,
        has_more,
        reset,
        read_seq,
        unread,
        unread_mentions: mentions,
      } = ack as unknown as OpenedRoom;
      Object.assign(op, { outcome: 'ok', seq, isWhole: after_seq === undefined || reset || !has_more });
      if (op.isWhole) op.unread = { readSeq: read_seq, unread, mentions };
      if (reset) delete op.after;
      else op.rows = messages.map(shown);
      if (after_seq === undefined && followed) followed.from ??= seq;
      return ack;
    } catch (error) {
      op.outcome = codeOf(error);
      op.isCut = op.outcome === 'lost';
      throw error;
    } finally {
      op.endedAt = this.#world.now;
    }
  }

  #op(what: string, more: Partial<Op>): Op {
    const { connection, person } = this.#device;
    const via = connection.wire?.node ?? '';
    return this.#world.history.begin({
      who: person.account,
      what,
      room: this.id,
      via,
      begunAt: this.#world.now,
      ...more,
    });
  }
}

/** Of the entry of which it names events, the row may be missing still. */
const rowsUpTo = ({ seq, told }: Place): number =>
  told?.some((name) => name.startsWith('message:new ')) === false ? seq - 1 : seq;

const shown = ({ seq, id, body, deleted_at }: Message): Row => [seq, id, body, (deleted_at ?? null) !== null];

/** Tells apart the events of one entry; of activity, whether it shows a row. */
function subjectOf(name: string, payload: Json): string {
  if (name === 'room:activity') return payload.last_message === null ? 'hidden' : 'shown';
  const { message_id, message_ids, account_id, message, member } = payload as {
    message_id?: string;
    message_ids?: string[];
    account_id?: string;
    message?: { id: string };
    member?: { account_id: string };
  };
  return message_id ?? message_ids?.join() ?? message?.id ?? account_id ?? member?.account_id ?? '';
}
