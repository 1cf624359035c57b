/**
 * A change of a room that is lost on its way may land while its caller, who was told `unavailable`, tries again through
 * another process. Whenever that is, the answer is one that an earlier landing or none at all would have had.
 */
import { defaultSettings } from '#src/domain/rooms/room.js';
import { type Doc, type Store, StoreUnavailable, type Write } from '#src/store/store.js';
import {
  type Asked,
  ada,
  bob,
  cem,
  eda,
  nil,
  RoomFixture,
  registerNames,
  sending,
} from '../../support/rooms/room-fixture.js';
import { describeOnEmbedded, type OpenStore } from '../../support/store/engines.js';
import { FaultyStore, isRead } from '../../support/store/faulty-store.js';

type Act = (fixture: RoomFixture, told: Told) => [typeof ada, Asked];
interface Told {
  message: string;
  code: string;
}

const NEVER = Number.POSITIVE_INFINITY;
/** More reads than a load and the needs of any of these. */
const READS_MAX = 16;
const steps: Record<string, Act> = {
  create_room: ({ slug }) => [ada, { type: 'create_room', slug, settings: { ...defaultSettings, name: 'Oda' } }],
  join_room: () => [bob, { type: 'join_room' }],
  another_joins: () => [cem, { type: 'join_room' }],
  send_message: () => [ada, sending('söz @bob', { clientId: 'c1' })],
  reply: (_, { message }) => [bob, sending('yanıt', { clientId: 'c2', replyTo: message })],
  react: (_, { message }) => [bob, { type: 'react', messageId: message, emoji: '👍', on: true }],
  edit_message: (_, { message }) => [ada, { type: 'edit_message', messageId: message, body: 'başka söz' }],
  mark_read: (_, { message }) => [bob, { type: 'mark_read', messageId: message }],
  set_flag: () => [bob, { type: 'set_flag', flag: 'pinned', on: true }],
  mute_member: () => [ada, { type: 'mute_member', account: bob.accountId, minutes: 5 }],
  unmute_member: () => [ada, { type: 'unmute_member', account: bob.accountId }],
  pin_message: (_, { message }) => [ada, { type: 'pin_message', messageId: message, pinned: true }],
  unpin_message: (_, { message }) => [ada, { type: 'pin_message', messageId: message, pinned: false }],
  create_invite: () => [ada, { type: 'create_invite', expiresInHours: null, maxUses: 1 }],
  join_by_invite: (_, { code }) => [eda, { type: 'join_by_invite', code }],
  kick_member: () => [ada, { type: 'kick_member', account: eda.accountId }],
  ban_member: () => [ada, { type: 'ban_member', account: cem.accountId, reason: null }],
  unban_member: () => [ada, { type: 'unban_member', account: cem.accountId }],
  change_settings: () => [ada, { type: 'change_settings', settings: { joinApproval: true }, names: ['join_approval'] }],
  request: () => [nil, { type: 'join_room' }],
  delete_message: (_, { message }) => [ada, { type: 'delete_message', messageId: message }],
  leave_room: () => [bob, { type: 'leave_room' }],
  delete_room: () => [ada, { type: 'delete_room', scope: null }],
};

/** What a try would have written whose writes nobody hears of again. */
type Lost = { entries: (Doc & Record<string, unknown>)[] } | { writes: Write[] } | null;

class Story {
  readonly #told: Told = { message: '', code: '' };
  readonly #inner: Store;
  readonly #store: FaultyStore;
  readonly #fixture: RoomFixture;

  private constructor(inner: Store) {
    this.#inner = inner;
    const store = new FaultyStore(inner);
    this.#store = store;
    this.#fixture = new RoomFixture(store, { lanes: { retryTimeoutMs: 100 } });
  }

  static async open(openStore: OpenStore): Promise<Story> {
    const inner = await openStore();
    await registerNames(inner);
    return new Story(inner);
  }

  /** The outcome of the second try when the first lands before so many reads of it; -1: before it begins. */
  async outcome(act: Act, landsAt: number): Promise<string> {
    const lost = await this.#lose(act);
    const land = async () => {
      if (lost && 'entries' in lost) await this.#inner.append(lost.entries);
      else if (lost) await this.#inner.transaction(lost.writes);
    };
    this.#store.fault = () => undefined;
    if (landsAt < 0) await land();
    let reads = 0;
    this.#store.fault = async (call, phase) => {
      if (phase !== 'before' || !isRead(call)) return;
      reads += 1;
      if (reads - 1 === landsAt) await land();
    };
    const outcome = await this.#ask(act);
    this.#store.fault = () => undefined;
    return outcome;
  }

  async #lose(act: Act): Promise<Lost> {
    let lost: Lost = null;
    this.#store.fault = (call, phase) => {
      if (phase !== 'before' || (call.op !== 'append' && call.op !== 'transaction')) return;
      lost ??= call.op === 'append' ? { entries: call.entries } : { writes: call.writes };
      throw new StoreUnavailable('it is lost on its way');
    };
    const outcome = await this.#ask(act);
    if (lost) expect(outcome).toBe('unavailable');
    return lost;
  }

  /** Through actors that know nothing of earlier ones. */
  async #ask(act: Act): Promise<string> {
    this.#fixture.abandon();
    const [by, command] = act(this.#fixture, this.#told);
    const answer = await this.#fixture.env.until(this.#fixture.ask(by, command));
    if (!answer.ok) return answer.code;
    const value = answer.value as { message?: { row: { id: string } }; code?: string };
    this.#told.message ||= value?.message?.row.id ?? '';
    this.#told.code ||= value?.code ?? '';
    return 'ok';
  }

  async end(): Promise<string[]> {
    await this.#fixture.stop();
    return this.#fixture.problems();
  }
}

async function outcomes(openStore: OpenStore, landsAt: number): Promise<string[]> {
  const story = await Story.open(openStore);
  const found: string[] = [];
  for (const [step, act] of Object.entries(steps)) found.push(`${step}: ${await story.outcome(act, landsAt)}`);
  expect(await story.end()).toEqual([]);
  return found;
}

describeOnEmbedded('a change that lands while it is tried again', (openStore) => {
  it('is taken for landed or for lost, for all that people do in a room', async () => {
    const [landed, lost] = [await outcomes(openStore, -1), await outcomes(openStore, NEVER)];
    expect(lost.filter((outcome) => !outcome.endsWith('ok'))).toEqual([]);
    for (let reads = 0; reads < READS_MAX; reads += 1) {
      const odd = (await outcomes(openStore, reads)).filter((each, at) => each !== landed[at] && each !== lost[at]);
      expect([reads, odd]).toEqual([reads, []]);
    }
  }, 120_000);
});
