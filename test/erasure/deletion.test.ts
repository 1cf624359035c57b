/** DELETE /api/me: what goes, what stays, and that nothing else of the person can be found afterwards. */
import { verifyAllRooms, verifyRoom } from '#actors/room/verify/verify-room.js';
import type { CollectionName } from '#src/store/collections.js';
import { findReferences, type Reference } from '#src/store/find-references.js';
import type { Doc, Write } from '#src/store/store.js';
import { grant } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { TestClock } from '../support/time/test-clock.js';
import { type FullLife, liveFully } from './full-life.js';

/** Derived documents of a room whose key holds the account. */
const keyed: readonly CollectionName[] = ['members', 'readers', 'bans', 'requests', 'reactions', 'votes'];

onEachEngine('deleting an account', (engine) => {
  describe('that was used in every way', () => deleting(engine));
});

function deleting(engine: EngineSettings): void {
  const clock = new TestClock();
  let booted: Booted;
  let life: FullLife;
  let gone: { status: number };
  /** Her id and the fingerprint of her identity. */
  let names: string[];
  let before: Set<string>;
  /** The derived documents as they were written before. */
  let written: Write[];

  beforeAll(async () => {
    const { MONGODB_URI } = engine();
    const parts = { env: clock.env };
    booted = await bootApp({ settings: {}, ...(MONGODB_URI ? { mongodbUri: MONGODB_URI } : {}), parts });
    life = await liveFully(booted);
    await reactAndVote();
    await spendStars();
    const account = await booted.app.store.get<Doc & { fingerprint: string }>('accounts', life.ada.accountId);
    names = [life.ada.accountId, account?.fingerprint ?? 'none'];
    before = new Set((await traces()).map((trace) => trace.in));
    written = await writtenBefore();
    gone = await booted.ask(life.ada, 'DELETE', '/api/me');
    // On a busy machine the answer may come before everything was gone over; somebody is at it then.
    await poll(() => booted.app.erasing.erase(life.ada.accountId), { until: 'it is erased', withinMs: 60_000 });
  }, 120_000);
  afterAll(() => booted[Symbol.asyncDispose]());

  /** Operations that only the socket has. */
  async function reactAndVote(): Promise<void> {
    const { ada, others, said, survey } = life;
    const { rooms } = booted.app.node;
    const by = { accountId: ada.accountId, username: 'ada', sessionId: 's', language: null };
    const slug = await booted.app.store.get<Doc & { room: string }>('slugs', others);
    const room = slug?.room ?? '';
    await rooms.ask(room, { type: 'react', by, messageId: said, emoji: '👍', on: true });
    await rooms.ask(room, { type: 'vote', by, messageId: survey, options: [0] });
  }

  /** A chat that cost something, and a link to a room that is somebody else's by now. */
  async function spendStars(): Promise<void> {
    const { ada, bob } = life;
    const cem = await booted.person('cem');
    const done = async (who: Person, method: string, path: string, body?: unknown) => {
      const { status } = await booted.ask(who, method, `/api${path}`, body);
      expect([path, status < 300]).toEqual([path, true]);
    };
    await grant(booted, ada, 1_000, 'stars');
    await done(cem, 'PUT', '/me/profile', { dm_policy: 'paid', dm_star_cost: 3 });
    await done(ada, 'POST', '/dm/cem');
    await done(ada, 'POST', '/rooms', { name: 'Oda', slug: 'devredilen' });
    await done(bob, 'POST', '/rooms/devredilen/join');
    await done(ada, 'PUT', '/rooms/devredilen/vanity', { handle: 'kisa-yol' });
    await done(ada, 'PUT', '/rooms/devredilen/founder', { account_id: bob.accountId });
  }

  /** A bot of hers may be among them: it is erased as an account of its own. */
  const membersOf = (body: { members: { account_id: string }[] }) => body.members.map(({ account_id }) => account_id);

  async function traces(skip: Parameters<typeof findReferences>[2] = []): Promise<Reference[]> {
    const found: Reference[] = [];
    for await (const trace of findReferences(booted.app.store, names, skip)) found.push(trace);
    return found;
  }

  async function writtenBefore(): Promise<Write[]> {
    const found: Write[] = [];
    for (const from of keyed) {
      const docs = await booted.app.store.range<Doc & Record<string, unknown> & { rev: number }>(from, {
        index: '_id',
        limit: 10_000,
      });
      const own = docs.filter(({ _id }) => _id.includes(life.ada.accountId));
      expect([from, own.length]).not.toEqual([from, 0]);
      for (const doc of own) found.push({ op: 'put', in: from, doc, guard: { olderThan: doc.rev } });
    }
    return found;
  }

  it('finds her everywhere before', () => {
    expect([...before].sort()).toEqual([
      'accounts',
      'answers',
      'bans',
      'blocks',
      'devices',
      'dms',
      'entryVisits',
      'fileUses',
      'files',
      'fingerprints',
      'follows',
      'interestEvents',
      'interestMarks',
      'ledger',
      'log',
      'members',
      'orgMembers',
      'panelCodes',
      'panelLinks',
      'photos',
      'reactions',
      'readers',
      'reports',
      'requests',
      'rooms',
      'sessions',
      'tallies',
      'usernames',
      'vanity',
      'votes',
    ]);
  });

  it('answers 204, and nothing in the store names the account any more', async () => {
    expect(gone.status).toBe(204);
    expect(await traces(['erasures'])).toEqual([]);
    expect(await booted.app.objects.list(`avatars/${life.ada.accountId}/`)).toEqual([]);
  });

  it('takes the name out of every membership', async () => {
    const members = await booted.app.store.range<Doc & { username: string }>('members', { index: '_id', limit: 1_000 });
    expect(members.length).toBeGreaterThan(0);
    expect(members.filter(({ username }) => username === life.ada.name)).toEqual([]);
  });

  it('brings nothing back when the store carries out earlier writes late', async () => {
    const { others } = life;
    const room = (await booted.app.store.get<Doc & { room: string }>('slugs', others))?.room ?? '';
    const late = written.filter((write) => write.op === 'put' && write.doc._id.startsWith(room));
    expect(late.length).toBeGreaterThan(3);
    expect(await booted.app.store.write(late)).toEqual(late.map(() => false));
    expect(await traces(['erasures'])).toEqual([]);
  });

  it('leaves every room sound', async () => {
    const problems = [];
    for await (const verified of verifyAllRooms(booted.app.store)) problems.push(...verified.problems);
    expect(problems).toEqual([]);
  });

  it('deletes the rooms it founded, and leaves others', async () => {
    const { bob, own, others } = life;
    expect((await booted.ask(bob, 'GET', `/api/rooms/${own}`)).status).toBe(404);
    const { body } = await booted.ask(bob, 'GET', `/api/rooms/${others}/members`);
    expect(membersOf(body)).toContain(bob.accountId);
    expect(membersOf(body)).not.toContain(life.ada.accountId);
  });

  it('keeps what was said in rooms of others, said by nobody', async () => {
    const { bob, others, said } = life;
    const { body } = await booted.ask(bob, 'GET', `/api/rooms/${others}/messages/${said}`);
    expect(body.message.sender).toEqual({ account_id: null, username: 'ada', role: 'member', tag: null });
    expect(body.message.body).toBe('selam @bob ve @eda');
    expect(body.message.reactions).toEqual({ '👍': 1 });
    const rows = await booted.ask(bob, 'GET', `/api/rooms/${others}/messages?limit=200`);
    const events = rows.body.messages.filter(({ kind }: { kind: string }) => kind === 'event');
    const names = events.flatMap(({ event }: { event: { username: string; actor: string } }) => [
      event.username,
      event.actor,
    ]);
    expect(names).not.toContain('ada');
    expect(names).toContain('bob');
  });

  it('leaves the direct chat with the peer, who talks to nobody', async () => {
    const { bob, dm } = life;
    const { status, body } = await booted.ask(bob, 'GET', `/api/rooms/${dm}/messages`);
    expect(status).toBe(200);
    const bodies = body.messages.map((message: { body: string }) => message.body).filter(Boolean);
    expect(bodies.sort()).toEqual(['aramızda', 'tabii']);
    expect((await booted.ask(bob, 'POST', `/api/rooms/${dm}/messages`, { body: 'orada mısın' })).status).toBe(403);
  });

  it('takes its follows out of the counts of others', async () => {
    const { body } = await booted.ask(life.bob, 'GET', '/api/me');
    expect(body.account.follows).toEqual({ followers: 0, following: 0 });
  });

  it('is gone over once more when a joining was on its way, and leaves the room sound', async () => {
    const { ada, others } = life;
    const room = (await booted.app.store.get<Doc & { room: string }>('slugs', others))?.room ?? '';
    const by = { accountId: ada.accountId, username: 'ada', sessionId: 's', language: null };
    await booted.app.node.rooms.ask(room, { type: 'join_room', by });
    await booted.app.erasing.erase(ada.accountId);
    expect(await traces(['erasures'])).toEqual([]);
    expect((await verifyRoom(booted.app.store, room)).problems).toEqual([]);
    const { body } = await booted.ask(life.bob, 'GET', `/api/rooms/${others}/members`);
    expect(membersOf(body)).toContain(life.bob.accountId);
    expect(membersOf(body)).not.toContain(ada.accountId);
  });

  it('is gone over once more when links for uploading have run out, and then is not even being erased', async () => {
    await booted.app.objects.write(`avatars/${life.ada.accountId}/late.jpg`, Buffer.from('x'), 'image/jpeg');
    clock.move(12 * 60_000);
    await booted.app.erasing.eraseAll();
    expect(await traces()).toEqual([]);
    expect(await booted.app.objects.list(`avatars/${life.ada.accountId}/`)).toEqual([]);
  });

  it("closes every door: the token, the refresh token, the name and the identity are nobody's", async () => {
    const { ada } = life;
    expect((await booted.ask(ada, 'GET', '/api/me')).status).toBe(401);
    expect((await booted.ask(ada, 'GET', '/api/rooms')).status).toBe(401);
    expect((await booted.ask(ada, 'DELETE', '/api/me')).status).toBe(401);
    const refreshed = await booted.ask(null, 'POST', '/api/auth/refresh', { refresh_token: ada.refreshToken });
    expect(refreshed.body.error.code).toBe('invalid_refresh_token');
    const again = await booted.ask(null, 'POST', '/api/auth/developer', { name: 'ada' });
    expect([again.status, again.body.account.username]).toEqual([201, null]);
    expect(again.body.account.id).not.toBe(ada.accountId);
  });
}
