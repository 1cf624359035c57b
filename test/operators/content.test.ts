/** Operators in rooms: they look into a reported conversation, delete what is in it, and decide the report with that. */
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { talk } from '../gateway/talker.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { lastResort, named } from './operator-people.js';

onEachEngine('an operator', (engine) => {
  describe('in a room', () => content(engine));
});

function content(engine: EngineSettings): void {
  let booted: Booted;
  let n = 0;
  let ada: Person;
  let bob: Person;
  let slug = '';
  beforeAll(async () => {
    const { MONGODB_URI } = engine();
    booted = await bootApp(MONGODB_URI ? { mongodbUri: MONGODB_URI } : {});
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    n += 1;
    [ada, bob] = [await booted.person(`icerik.ada.${n}`), await booted.person(`icerik.bob.${n}`)];
    slug = `icerik-${n}`;
    await booted.ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug });
    await booted.ask(bob, 'POST', `/api/rooms/${slug}/join`);
  });

  const operator: ReturnType<typeof lastResort> = (...request) => lastResort(booted)(...request);
  const say = async (by: Person, body: string) =>
    (await booted.ask(by, 'POST', `/api/rooms/${slug}/messages`, { body })).body.message;
  const bodies = ({ messages }: { messages: { body: string }[] }) => messages.map(({ body }) => body).filter(Boolean);
  const report = async (by: Person, kind: string, id: string) =>
    (await booted.ask(by, 'POST', '/api/reports', { kind, id, reason: 'spam' })).body.report.id as string;
  const decide = (id: string, action: object | null, decision = 'uphold') =>
    operator('POST', `/reports/${id}/decision`, { decision, note: 'haklı', action });
  const statusOf = async (id: string) =>
    (await booted.app.store.get<{ _id: string; status: string }>('reports', id))?.status;
  const roomId = async () => {
    const place = await booted.app.store.get<{ _id: string; room: string }>('slugs', slug);
    return place?.room as string;
  };

  it('reads the conversation around a reported message, with the message as it was', async () => {
    await say(ada, 'önce');
    const bad = await say(bob, 'kötü söz');
    const id = await report(ada, 'message', bad.id);
    await booted.ask(bob, 'PATCH', `/api/rooms/${slug}/messages/${bad.id}`, { body: 'iyi söz' });
    await say(ada, 'sonra');
    const { status, body } = await operator('GET', `/reports/${id}/conversation?reason=inceleme`);
    expect(status).toBe(200);
    expect(body.report.content).toMatchObject({ id: bad.id, body: 'kötü söz' });
    expect(bodies(body)).toEqual(['önce', 'iyi söz', 'sonra']);
    const { entries } = (await operator('GET', `/audit?target=${id}`)).body;
    expect(entries[0]).toMatchObject({ action: 'viewReportedConversation', reason: 'inceleme', outcome: 'done' });
    expect(outcomeOf(await operator('GET', `/reports/${id}/conversation`))).toBe('400 invalid_request');
  });

  it('reads a direct chat, which no other stranger can', async () => {
    const opened = await booted.ask(ada, 'POST', `/api/dm/${bob.name}`);
    const dm = opened.body.room.slug;
    const sent = await booted.ask(ada, 'POST', `/api/rooms/${dm}/messages`, { body: 'aramızda' });
    expect(sent.status).toBe(201);
    const read = await operator('GET', `/rooms/${dm}/messages?reason=savcilik`);
    expect([read.status, bodies(read.body), read.body.room.kind]).toEqual([200, ['aramızda'], 'dm']);
    const cem = await booted.person(`icerik.cem.${n}`);
    expect(outcomeOf(await booted.ask(cem, 'GET', `/api/rooms/${dm}/messages`))).toBe('404 room_not_found');
  });

  it('deletes a message: members see it go, and that it was not its author', async () => {
    const bad = await say(bob, 'kötü söz');
    const talker = await talk(booted, ada);
    await talker.ask('room:open', { room: slug });
    const path = `/rooms/${slug}/messages/${bad.id}?reason=hakaret`;
    for (const _ of [1, 2]) {
      const { status, body } = await operator('DELETE', path);
      expect([status, body.message.body, body.message.deleted_at]).toEqual([200, '', expect.any(Number)]);
    }
    expect(await talker.hears('message:deleted')).toMatchObject({ message_id: bad.id });
    const event = await talker.hears('message:new', ({ message }) => message.event?.type === 'message_deleted');
    expect(event.message.event).toMatchObject({ username: bob.name, actor: null });
    expect(outcomeOf(await operator('DELETE', `/rooms/${slug}/messages/${event.message.id}?reason=x`))).toBe(
      '409 invalid_state',
    );
    talker.close();
  });

  it('deletes a room for everybody, by its id again and again', async () => {
    const room = await roomId();
    for (const _ of [1, 2]) expect(outcomeOf(await operator('DELETE', `/rooms/${room}?reason=yasa`))).toBe('204');
    expect(outcomeOf(await booted.ask(ada, 'GET', `/api/rooms/${slug}`))).toBe('404 room_not_found');
    expect(outcomeOf(await operator('GET', `/rooms/${room}/messages?reason=x`))).toBe('404 room_not_found');
    const { entries } = (await operator('GET', `/audit?target=${room}`)).body;
    expect(entries.at(1)).toMatchObject({ action: 'deleteRoomAsOperator', before: { kind: 'group', member_count: 2 } });
  });

  it.each([
    ['the account', 'account', async () => bob.accountId],
    ['a message of it', 'message', async () => (await say(bob, 'kötü')).id],
  ])('suspends with the decision of a report of %s, in one commit', async (_, kind, target) => {
    const id = await report(ada, kind, await target());
    const answer = await decide(id, { type: 'suspend_account', until: null });
    expect([answer.status, answer.body.report?.status]).toEqual([200, 'settled']);
    expect(outcomeOf(await booted.ask(bob, 'GET', '/api/me'))).toBe('403 account_suspended');
    expect((await decide(id, { type: 'suspend_account', until: null })).body).toEqual(answer.body);
    expect(outcomeOf(await decide(id, null, 'dismiss'))).toBe('409 invalid_state');
  });

  it('repeats no action of a decision: a suspension that was lifted since stays lifted', async () => {
    const id = await report(ada, 'account', bob.accountId);
    const suspend = () => decide(id, { type: 'suspend_account', until: null });
    const answer = await suspend();
    await operator('DELETE', `/accounts/${bob.accountId}/suspension?reason=itiraz`);
    expect((await suspend()).body).toEqual(answer.body);
    const talker = await talk(booted, bob);
    expect((await talker.ask('message:new', { room: slug, body: 'döndüm' })).ok).toBe(true);
    talker.close();
  });

  const day = new Date(Date.now() + 86_400_000).toISOString();
  const forever = { type: 'suspend_account', until: null };
  it.each([
    [{ type: 'delete_message' }, forever],
    [forever, { type: 'delete_message' }],
    [null, { type: 'delete_message' }],
    [null, forever],
    [forever, null],
    [{ ...forever, until: day }, forever],
    [forever, { ...forever, public_reason: 'spam' }],
  ])('that has decided with %j does not decide with %j as well', async (first, second) => {
    const bad = await say(bob, 'kötü söz');
    const id = await report(ada, 'message', bad.id);
    expect(outcomeOf(await decide(id, first))).toBe('200');
    const seen = async () => [
      (await operator('GET', `/accounts?id=${bob.accountId}`)).body.accounts[0].suspension,
      (await booted.ask(ada, 'GET', `/api/rooms/${slug}/messages/${bad.id}`)).body.message,
    ];
    const before = await seen();
    expect(outcomeOf(await decide(id, second))).toBe('409 invalid_state');
    expect(await seen()).toEqual(before);
    expect(outcomeOf(await decide(id, first))).toBe('200');
    expect(await seen()).toEqual(before);
  });

  it('deletes with the decision of a report, in one commit', async () => {
    const bad = await say(bob, 'kötü söz');
    const id = await report(ada, 'message', bad.id);
    for (const _ of [1, 2]) expect(outcomeOf(await decide(id, { type: 'delete_message' }))).toBe('200');
    const { body } = await booted.ask(ada, 'GET', `/api/rooms/${slug}/messages/${bad.id}`);
    expect(body.message.body).toBe('');
    const own = await report(ada, 'room', slug);
    for (const _ of [1, 2]) expect(outcomeOf(await decide(own, { type: 'delete_room' }))).toMatch(/^(200|404)/);
    expect(await statusOf(own)).toBe('settled');
    expect(outcomeOf(await booted.ask(ada, 'GET', `/api/rooms/${slug}`))).toBe('404 room_not_found');
  });

  it.each(['message', 'room'])(
    'does not take another room of the same name for that of a reported %s',
    async (kind) => {
      const bad = await say(bob, 'kötü söz');
      const id = await report(ada, kind, kind === 'room' ? slug : bad.id);
      await booted.ask(ada, 'DELETE', `/api/rooms/${slug}?for=everyone`);
      const cem = await booted.person(`icerik.cem.${n}`);
      expect((await booted.ask(cem, 'POST', '/api/rooms', { name: 'Yeni', slug })).status).toBe(201);
      await say(cem, 'masum');
      const read = await operator('GET', `/reports/${id}/conversation?reason=inceleme`);
      expect(read.body).toMatchObject({ room_id: null, messages: [] });
      expect(outcomeOf(await decide(id, { type: 'delete_room' }))).toBe('404 room_not_found');
      expect(outcomeOf(await booted.ask(cem, 'GET', `/api/rooms/${slug}`))).toBe('200');
      expect(outcomeOf(await decide(id, null))).toBe('200');
    },
  );

  it('decides differently from another at once: either both the action and the decision hold, or none', async () => {
    for (let round = 0; round < 4; round += 1) {
      const bad = await say(bob, `kötü ${round}`);
      const id = await report(ada, 'message', bad.id);
      const answers = await Promise.all([decide(id, { type: 'delete_message' }), decide(id, null, 'dismiss')]);
      expect(answers.map(outcomeOf).sort()).toEqual(['200', '409 invalid_state']);
      const stored = await booted.app.store.get<{ _id: string; decision: string }>('reports', id);
      const { body } = await booted.ask(ada, 'GET', `/api/rooms/${slug}/messages/${bad.id}`);
      expect(body.message.deleted_at !== null).toBe(stored?.decision === 'uphold');
    }
    const room = await roomId();
    expect(await verifyRoom(booted.app.store, room)).toMatchObject({ problems: [] });
  });

  it.each([
    ['account', { type: 'delete_message' }, 'uphold', '404 room_not_found'],
    ['account', { type: 'delete_room' }, 'uphold', '404 room_not_found'],
    ['account', { type: 'suspend_account' }, 'uphold', '422 validation_failed'],
    ['account', { type: 'suspend_account', until: null }, 'dismiss', '409 invalid_state'],
    ['room', { type: 'suspend_account', until: null }, 'uphold', '409 invalid_state'],
    ['room', { type: 'delete_message' }, 'uphold', '409 invalid_state'],
    ['account', { type: 'ban' }, 'uphold', '422 validation_failed'],
  ])(
    'refuses for a report of a %s the action %j with %s, and leaves the report open',
    async (kind, action, how, is) => {
      const id = await report(ada, kind, kind === 'room' ? slug : bob.accountId);
      expect(outcomeOf(await decide(id, action, how))).toBe(is);
      expect(await statusOf(id)).toBe('open');
    },
  );

  it('who is a moderator deletes no room by way of a report', async () => {
    const { ask } = await named(booted, 'moderator');
    const id = await report(ada, 'room', slug);
    const body = { decision: 'uphold', note: null, action: { type: 'delete_room' } };
    expect(outcomeOf(await ask('POST', `/reports/${id}/decision`, body))).toBe('403 not_allowed');
    expect(await statusOf(id)).toBe('open');
  });

  it('finds a person by id, and the rooms of it', async () => {
    const found = await operator('GET', `/accounts?id=${bob.accountId.toUpperCase()}`);
    expect(found.body.accounts[0]).toMatchObject({ id: bob.accountId, username: bob.name });
    const { body } = await operator('GET', `/accounts/${bob.accountId}/rooms?reason=soru`);
    expect(body.rooms).toMatchObject([{ slug, kind: 'group', role: 'member', name: 'Oda' }]);
    for (const query of ['', 'id=1&username=x', 'email=x&id=1']) {
      expect(outcomeOf(await operator('GET', `/accounts?${query}`))).toBe('400 invalid_request');
    }
  });

  it('sees the sessions of a person, and why it looked is a row', async () => {
    const path = `/accounts/${bob.accountId}/sessions`;
    const { body } = await operator('GET', `${path}?reason=soru`);
    const times = { created_at: expect.any(String), last_used_at: expect.any(Number) };
    expect(body.sessions).toEqual([
      { id: expect.any(String), platform: null, device_model: null, app_version: null, ...times },
    ]);
    const { entries } = (await operator('GET', `/audit?target=${bob.accountId}`)).body;
    expect(entries[0]).toMatchObject({ action: 'listSessionsOfAccount', reason: 'soru', outcome: 'done' });
    expect(outcomeOf(await operator('GET', path))).toBe('400 invalid_request');
    await operator('POST', `/accounts/${bob.accountId}/sessions/end`, { reason: 'istek' });
    expect((await operator('GET', `${path}?reason=soru`)).body.sessions).toEqual([]);
  });

  it('counts the open reports without a row of the audit log', async () => {
    const count = async () => (await operator('GET', '/reports/count')).body.open as number;
    const before = await count();
    const { body } = await operator('GET', '/audit?limit=1');
    const id = await report(ada, 'account', bob.accountId);
    expect(await count()).toBe(before + 1);
    expect((await operator('GET', '/audit?limit=1')).body).toEqual(body);
    await decide(id, null, 'dismiss');
    expect(await count()).toBe(before);
  });

  it('erases an account on request', async () => {
    expect(outcomeOf(await operator('DELETE', `/accounts/${bob.accountId}?reason=istek`))).toBe('204');
    expect(outcomeOf(await booted.ask(bob, 'GET', '/api/me'))).toBe('401 unauthorized');
    const left = async () => (await booted.ask(ada, 'GET', `/api/rooms/${slug}/members`)).body.members.length === 1;
    await poll(left, { until: 'the account has left its room' });
    expect((await operator('GET', `/accounts?id=${bob.accountId}`)).body.accounts).toEqual([]);
  });
}
