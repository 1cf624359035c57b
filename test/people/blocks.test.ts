import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';

describe('blocks and reports', () => {
  let booted: Booted;
  let ada: Person;
  let bob: Person;
  let eda: Person;

  beforeAll(async () => {
    booted = await bootApp();
    ada = await booted.person('ada');
    bob = await booted.person('bob');
    eda = await booted.person('eda');
    await booted.ask(ada, 'POST', '/api/rooms', { name: 'Kahve' });
    await booted.ask(bob, 'POST', '/api/rooms/kahve/join');
    await booted.ask(eda, 'POST', '/api/rooms/kahve/join');
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  const say = async (person: Person, body: string) =>
    (await booted.ask(person, 'POST', '/api/rooms/kahve/messages', { body })).body.message;
  const mentions = async (person: Person) =>
    (await booted.ask(person, 'GET', '/api/rooms')).body.rooms?.[0].unread_mentions;
  const outcome = async (person: Person | null, method: string, path: string, body?: unknown) => {
    const answer = await booted.ask(person, method, path, body);
    return answer.body?.error ? `${answer.status} ${answer.body.error.code}` : String(answer.status);
  };

  it('silences mentions from the blocked, and only theirs, until the block is taken back', async () => {
    expect(await outcome(ada, 'PUT', `/api/me/blocks/${bob.accountId}`)).toBe('204');
    expect(await outcome(ada, 'PUT', `/api/me/blocks/${bob.accountId}`)).toBe('204');
    const said = await say(bob, 'duy beni @ada');
    expect(said.mentions).toEqual(['ada']);
    expect(await mentions(ada)).toBe(0);
    await say(eda, 'selam @ada');
    expect(await mentions(ada)).toBe(1);
    const { body } = await booted.ask(ada, 'GET', '/api/me/blocks');
    expect(body).toEqual({ people: [{ id: bob.accountId, username: 'bob', avatar: null }] });
    expect(await outcome(ada, 'DELETE', `/api/me/blocks/${bob.accountId}`)).toBe('204');
    expect((await booted.ask(ada, 'GET', '/api/me/blocks')).body).toEqual({ people: [] });
    await say(bob, 'şimdi? @ada');
    expect(await mentions(ada)).toBe(2);
  });

  it('blocks nobody who does not exist, and nobody blocks themselves', async () => {
    expect(await outcome(ada, 'PUT', '/api/me/blocks/nobody')).toBe('404 not_found');
    expect(await outcome(ada, 'DELETE', `/api/me/blocks/${crypto.randomUUID()}`)).toBe('404 not_found');
    expect(await outcome(ada, 'PUT', `/api/me/blocks/${ada.accountId}`)).toBe('400 invalid_request');
    expect(await outcome(null, 'GET', '/api/me/blocks')).toBe('401 unauthorized');
  });

  it('keeps the blocked from adding the blocker to rooms, not the other way round', async () => {
    const cem = await booted.person('cem.b');
    await booted.ask(bob, 'POST', '/api/rooms', { name: 'Tuzak', slug: 'tuzak' });
    await booted.ask(cem, 'POST', '/api/rooms', { name: 'Ev', slug: 'ev-oda' });
    const add = (by: Person, slug: string, username: string) =>
      outcome(by, 'POST', `/api/rooms/${slug}/members`, { username });
    await booted.ask(cem, 'PUT', `/api/me/blocks/${bob.accountId}`);
    expect(await add(bob, 'tuzak', 'cem.b')).toBe('403 blocked');
    expect(await add(cem, 'ev-oda', 'bob')).toMatch(/^20[01]$/);
    expect(await outcome(cem, 'POST', '/api/rooms/tuzak/join')).toBe('200');
    await booted.ask(cem, 'POST', '/api/rooms/tuzak/leave');
    expect(await add(bob, 'tuzak', 'cem.b')).toBe('403 blocked');
    await booted.ask(cem, 'DELETE', `/api/me/blocks/${bob.accountId}`);
    expect(await add(bob, 'tuzak', 'cem.b')).toMatch(/^20[01]$/);
  });

  it('keeps what is reported as it was', async () => {
    const { id } = await say(bob, 'kötü söz');
    const report = { kind: 'message', id, reason: 'abuse', text: 'bak' };
    const { status, body } = await booted.ask(ada, 'POST', '/api/reports', report);
    expect(status).toBe(201);
    await booted.ask(bob, 'DELETE', `/api/rooms/kahve/messages/${id}`);
    expect(await booted.app.store.get('reports', body.report.id)).toMatchObject({
      kind: 'message',
      target: id,
      by: ada.accountId,
      status: 'open',
      reason: 'abuse',
      text: 'bak',
      content: { body: 'kötü söz', room: 'kahve', sender: { username: 'bob' } },
    });
    expect(await outcome(ada, 'POST', '/api/reports', { kind: 'room', id: 'kahve', reason: 'spam' })).toBe('201');
    expect(await outcome(ada, 'POST', '/api/reports', { kind: 'account', id: bob.accountId, reason: 'spam' })).toBe(
      '201',
    );
    expect(await outcome(ada, 'POST', '/api/reports', { kind: 'entry', id: 17, reason: 'spam' })).toBe('201');
  });

  it('takes no report of what the caller cannot see, or without a reason', async () => {
    const stranger = await booted.person('cem');
    const { id } = await say(bob, 'içeride');
    const reported = (kind: string, target: string) => ({ kind, id: target, reason: 'spam' });
    expect(await outcome(stranger, 'POST', '/api/reports', reported('message', id))).toBe('404 not_found');
    expect(await outcome(ada, 'POST', '/api/reports', reported('room', 'yok'))).toBe('404 not_found');
    expect(await outcome(ada, 'POST', '/api/reports', reported('room', crypto.randomUUID()))).toBe('404 not_found');
    expect(await outcome(ada, 'POST', '/api/reports', reported('account', 'bob'))).toBe('404 not_found');
    expect(await outcome(ada, 'POST', '/api/reports', { kind: 'message', id })).toBe('422 validation_failed');
    expect(await outcome(ada, 'POST', '/api/reports', reported('planet', id))).toBe('422 validation_failed');
  });
});
