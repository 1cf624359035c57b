/**
 * The follower against a log in memory: pages come late, events get lost, connections go between two events of one
 * entry. Whatever happens, it hands on every row and every change once, in the log's order.
 */
import { networkError } from '#sdk/errors.js';
import { Follower, type Place } from '#sdk/log/follower.js';
import type { OpenedRoom, RoomChange, Row } from '#sdk/wire.js';
import { fc } from '../support/seeds/fast-check.js';

const PAGE = 3;
const ROOM = 'a-room';

type Step = 'row' | 'change' | 'both' | 'lose' | 'cut' | 'cutInside' | 'return' | 'wait' | 'restart';

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Step>('row', 'change', 'both') },
    { weight: 3, arbitrary: fc.constantFrom<Step>('lose', 'cut', 'cutInside', 'return', 'wait', 'wait', 'restart') },
  ),
  { minLength: 5, maxLength: 60 },
);

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** One room of the service, and the line between it and the follower. */
class World {
  readonly log: RoomChange[][] = [];
  readonly told: string[] = [];
  isOnline = true;
  isSynced = false;
  resets = 0;
  epoch: string | null = null;
  follower = this.#begin({ id: ROOM, seq: 0 });

  async do(step: Step): Promise<void> {
    if (step === 'wait') await tick();
    else if (step === 'cut') this.isOnline = false;
    else if (step === 'return') await this.return();
    else if (step === 'restart') this.restart();
    else if (step === 'cutInside') this.#write('both', (at) => at === 0, true);
    else if (step === 'lose') this.#write('row', () => false);
    else this.#write(step, () => true);
  }

  async return(): Promise<void> {
    if (this.isOnline) return;
    await tick();
    this.isOnline = true;
    void this.follower.sync();
  }

  /** The program ends, and another one goes on from the place that it has stored. */
  restart(): void {
    this.follower.close();
    this.follower = this.#begin(JSON.parse(JSON.stringify(this.follower.place)));
    if (this.isOnline) void this.follower.sync();
  }

  /** What a client that saw everything would have told. */
  expected = (): string[] =>
    this.log.flatMap((events) =>
      events.map(({ type, seq }) => (type === 'message:new' ? `row ${seq}` : `${type} ${seq}`)),
    );

  #begin(place: Place): Follower {
    return new Follower(
      {
        ask: (since) => this.#ask(since),
        isOnline: () => this.isOnline,
        epoch: () => this.epoch,
        began: () => undefined,
        page: () => undefined,
        row: (row) => this.told.push(`row ${row.seq}`),
        change: ({ type, seq }) => this.told.push(`${type} ${seq}`),
        reset: () => (this.resets += 1),
        synced: () => {
          this.isSynced = true;
        },
        lost: (error) => {
          throw error;
        },
      },
      place,
    );
  }

  #write(step: 'row' | 'change' | 'both', arrives: (at: number) => boolean, isCut = false): void {
    const seq = this.log.length + 1;
    const place = { room: ROOM, seq, prev_seq: seq - 1 };
    const row = { type: 'message:new', ...place, message: { seq, id: `m${seq}` } as Row } as RoomChange;
    const change = { type: 'message:pins', ...place, pins: [] } as RoomChange;
    const events = step === 'both' ? [row, change] : [step === 'row' ? row : change];
    this.log.push(events);
    for (const [at, event] of events.entries()) if (this.isOnline && arrives(at)) this.follower.take(event);
    if (isCut) this.isOnline = false;
  }

  /** As it was when it was asked; it arrives later, and what happened meanwhile was told before. */
  async #ask(since: { after_seq: number } | null): Promise<OpenedRoom> {
    const after = since?.after_seq ?? 0;
    const page = this.log.slice(after, after + PAGE);
    const seq = after + page.length;
    const events = page.flat();
    const opened = {
      room: { id: ROOM },
      messages: events.flatMap((event) => (event.type === 'message:new' ? [event.message] : [])),
      changes: events.filter(({ type }) => type !== 'message:new'),
      seq,
      has_more: seq < this.log.length,
      reset: false,
    };
    const wasOnline = this.isOnline;
    await tick();
    if (!wasOnline || !this.isOnline) throw networkError();
    return opened as unknown as OpenedRoom;
  }
}

async function live(script: Step[]): Promise<World> {
  const world = new World();
  await world.follower.sync();
  for (const step of script) await world.do(step);
  await world.return();
  await world.follower.sync();
  // One more, so that a loss at the very end shows.
  await world.do('row');
  await world.follower.sync();
  return world;
}

describe('the follower of a log', () => {
  it('hands on every row and every change once, in order, whatever is lost and whenever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const world = await live(script);
        expect(world.told).toEqual(world.expected());
        expect(world.follower.place).toEqual({ id: ROOM, seq: world.log.length });
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, Step[]]>([
    ['an event between two pages', [...Array<Step>(8).fill('lose'), 'row', 'wait', 'row', 'both', 'wait', 'row']],
    ['a loss between two pages', [...Array<Step>(8).fill('lose'), 'row', 'wait', 'lose', 'row', 'wait', 'row']],
    ['a cut between two events of one entry', ['row', 'cutInside', 'row', 'return', 'wait', 'wait']],
    ['a loss at the end', ['row', 'lose']],
  ])('bears %s', async (_, script) => {
    const world = await live(script);
    expect(world.told).toEqual(world.expected());
  });

  it('hands on each event beside the log, which has the place of the newest entry', async () => {
    const world = new World();
    await world.follower.sync();
    const read = (seq: number) => ({ type: 'message:read', seq, prev_seq: seq, read_seq: 1 }) as unknown as RoomChange;
    for (let times = 0; times < 2; times++) world.follower.take(read(world.log.length));
    await world.do('row');
    for (let times = 0; times < 2; times++) world.follower.take(read(world.log.length));
    await world.follower.sync();
    const { length } = world.log;
    const [before, after] = [`message:read ${length - 1}`, `message:read ${length}`];
    expect(world.told.slice(-5)).toEqual([before, before, `row ${length}`, after, after]);
    expect(world.follower.place).toEqual({ id: ROOM, seq: length });
  });

  it('says nothing more once it was closed, whatever answer is still on its way', async () => {
    const world = new World();
    await world.do('lose');
    const syncing = world.follower.sync();
    world.follower.close();
    await syncing;
    expect([world.isSynced, world.told]).toEqual([false, []]);
  });

  it('is not done before what came during the last page has its place', async () => {
    const world = new World();
    await world.follower.sync();
    for (const step of Array<Step>(8).fill('lose')) await world.do(step);
    for (const step of ['row', 'wait', 'wait', 'lose', 'row'] as const) await world.do(step);
    await world.follower.sync();
    expect(world.told).toEqual(world.expected());
  });

  it('begins anew in another epoch of the store, though the log has grown past its place', async () => {
    const world = new World();
    world.epoch = 'a';
    await world.follower.sync();
    for (let times = 0; times < 3; times++) await world.do('row');
    world.isOnline = false;
    world.log.length = 1;
    world.epoch = 'b';
    for (let times = 0; times < 4; times++) await world.do('row');
    expect(world.follower.place).toEqual({ id: ROOM, seq: 3, epoch: 'a', told: ['message:new m3 '] });
    await world.return();
    await world.follower.sync();
    expect(world.resets).toBe(1);
    await world.follower.sync();
    expect(world.follower.place).toEqual({ id: ROOM, seq: 5, epoch: 'b' });
  });
});
