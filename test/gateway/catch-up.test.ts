import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { fc } from '../support/seeds/fast-check.js';
import { poll } from '../support/time/poll.js';
import { dial, roomOf, Talker, talk, type Wire } from './talker.js';

/** What a careful client makes of acks and events: the room's rows as they are now. */
class Follower {
  readonly rows = new Map<string, Wire>();
  /** Rows that were told as new although they were there. */
  readonly doubled: string[] = [];
  seq = 0;
  #talker: Talker | null = null;
  readonly #room: string;
  readonly #connect: () => Talker;

  constructor(room: string, connect: () => Talker) {
    this.#room = room;
    this.#connect = connect;
  }

  /** Connect and open the room after what is held, page by page. */
  async come(limit: number): Promise<void> {
    this.#talker = this.#connect();
    await this.#talker.hears('ready');
    const before: [string, Wire][] = [];
    const hold = (name: string, payload: Wire) => before.push([name, payload]);
    this.#talker.socket.onAny(hold);
    for (let isMore = true; isMore; ) {
      const since = this.seq === 0 ? {} : { after_seq: this.seq };
      const ack = await this.#talker.ask('room:open', { room: this.#room, limit, ...since });
      if (!ack.ok || ack.reset) throw new Error(`room:open answered ${JSON.stringify(ack)}`);
      for (const message of ack.messages) this.#add(message);
      for (const change of ack.changes) this.#change(change.type, change);
      isMore = ack.has_more && this.seq !== 0;
      this.seq = ack.seq;
    }
    this.#talker.socket.offAny(hold);
    for (const [name, payload] of before) this.#hear(name, payload);
    this.#talker.socket.onAny((name: string, payload: Wire) => this.#hear(name, payload));
  }

  /** The network goes: nothing is said, nothing is flushed. */
  cut(): void {
    this.#talker?.socket.offAny();
    this.#talker?.socket.io.engine.close();
    this.#talker?.close();
  }

  #hear(name: string, payload: Wire): void {
    if (payload?.room !== this.#room || typeof payload.prev_seq !== 'number' || payload.seq <= this.seq) return;
    if (payload.prev_seq > this.seq) throw new Error(`${payload.prev_seq} is missing behind ${this.seq}`);
    if (name === 'message:new') this.#add(payload.message);
    else this.#change(name, payload);
    this.seq = payload.seq;
  }

  #add(message: Wire): void {
    if (this.rows.has(message.id)) this.doubled.push(message.id);
    this.rows.set(message.id, message);
  }

  #change(name: string, payload: Wire): void {
    if (name === 'message:edited') this.rows.set(payload.message.id, payload.message);
    const row = this.rows.get(payload.message_id);
    if (name === 'message:reactions' && row) row.reactions = payload.reactions;
    if (name === 'message:deleted' && row)
      Object.assign(row, { body: '', reactions: {}, deleted_at: payload.deleted_at });
  }
}

type Step = { act: 'say' | 'edit' | 'delete' | 'react'; at: number } | { act: 'cut' | 'come'; at: number };

const steps = fc.array(
  fc.record({
    act: fc.constantFrom<Step['act']>('say', 'say', 'say', 'say', 'edit', 'delete', 'react', 'cut', 'come'),
    at: fc.nat(1_000),
  }),
  { minLength: 10, maxLength: 60 },
);

describe('catching up', () => {
  let booted: Booted;
  let ada: Person;
  let bob: Person;
  let rooms = 0;

  beforeAll(async () => {
    booted = await bootApp();
    [ada, bob] = [await booted.person('ada'), await booted.person('bob')];
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  /** Says, changes and deletes without waiting, so that cuts fall between request, commit and delivery. */
  async function live(room: string, plan: Step[]): Promise<[Follower, Wire[]]> {
    const writer = await talk(booted, ada);
    const follower = new Follower(room, () => new Talker(dial(booted.url, { token: bob.accessToken })));
    const { message } = await writer.ask('message:new', { room, body: 'the first' });
    const ids: string[] = [message.id];
    await follower.come(200);
    let isHere = true;
    const asked: Promise<Wire>[] = [];
    for (const { act, at } of plan) {
      const messageId = ids[at % ids.length];
      if (act === 'say') asked.push(say(writer, room, `row ${at}`, ids));
      if (act === 'edit') asked.push(writer.ask('message:edit', { room, message_id: messageId, body: `edit ${at}` }));
      if (act === 'delete') asked.push(writer.ask('message:delete', { room, message_id: messageId }));
      if (act === 'react') {
        asked.push(writer.ask('message:react', { room, message_id: messageId, emoji: '👍', on: at % 2 === 0 }));
      }
      if (act === 'cut' && isHere) follower.cut();
      if (act === 'come' && !isHere) await follower.come(1 + (at % 7));
      isHere = act === 'cut' ? false : act === 'come' ? true : isHere;
    }
    await Promise.all(asked);
    if (!isHere) await follower.come(3);
    const { messages, seq } = await writer.ask('message:list', { room, limit: 200 });
    await poll(() => follower.seq >= seq, { until: `seq ${seq} is held, not ${follower.seq}` });
    follower.cut();
    writer.close();
    return [follower, messages];
  }

  async function say(writer: Talker, room: string, body: string, ids: string[]): Promise<Wire> {
    const ack = await writer.ask('message:new', { room, body });
    ids.push(ack.message.id);
    return ack;
  }

  const essence = ({ id, seq, body, reactions, deleted_at }: Wire) => ({ id, seq, body, reactions, deleted_at });

  it('after cuts at any moment a client holds exactly the room, with nothing lost and nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        rooms += 1;
        const room = `catching-${rooms}`;
        await roomOf(booted, room, [ada, bob]);
        const [follower, messages] = await live(room, plan);
        const held = [...follower.rows.values()].sort((a, b) => a.seq - b.seq);
        expect(held.map(essence)).toEqual(messages.map(essence));
        expect(follower.doubled).toEqual([]);
      }),
      { numRuns: 25 },
    );
  }, 120_000);
});
