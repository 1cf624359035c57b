/** What a room shows of a deleted account to its members: names in event rows, and reactions. */
import { talk } from '../gateway/talker.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';

onEachEngine('a room after the deletion of an account', (engine) => {
  let booted: Booted;
  let [ada, bob, cem] = [] as unknown as [Person, Person, Person];
  beforeAll(async () => {
    const { MONGODB_URI } = engine();
    booted = await bootApp({ settings: {}, ...(MONGODB_URI ? { mongodbUri: MONGODB_URI } : {}) });
    [ada, bob, cem] = [await booted.person('ada'), await booted.person('bob'), await booted.person('cem')];
  }, 60_000);
  afterAll(() => booted[Symbol.asyncDispose]());

  async function ok(who: Person, method: string, path: string, body?: unknown) {
    const answer = await booted.ask(who, method, `/api${path}`, body);
    expect([path, answer.status < 300]).toEqual([path, true]);
    return answer.body;
  }

  async function erase(person: Person): Promise<void> {
    await ok(person, 'DELETE', '/me');
    await poll(() => booted.app.erasing.erase(person.accountId), { until: 'it is erased', withinMs: 60_000 });
  }

  async function eventsOf(reader: Person, slug: string): Promise<string[]> {
    const { events } = await ok(reader, 'GET', `/rooms/${slug}/events`);
    return events
      .map(({ event: { type, username, actor } }: Row) => `${type} ${username} ${actor}`)
      .filter((text: string) => !text.startsWith('member_'))
      .reverse();
  }

  interface Row {
    event: { type: string; username: string | null; actor: string | null };
  }

  it('names neither the author of a message that others pinned or discussed, nor the founder who left, in its event rows', async () => {
    const slug = 'anilar';
    await ok(ada, 'POST', '/rooms', { name: 'Oda', slug });
    await ok(bob, 'POST', `/rooms/${slug}/join`);
    await ok(cem, 'POST', `/rooms/${slug}/join`);
    await ok(ada, 'PUT', `/rooms/${slug}/admins/${bob.accountId}`, { granted: [] });
    const { message } = await ok(cem, 'POST', `/rooms/${slug}/messages`, { body: 'merhaba' });
    const path = `/rooms/${slug}/messages/${message.id}`;
    await ok(bob, 'PUT', `${path}/pin`);
    await ok(bob, 'POST', `${path}/discussion/close`);
    await ok(ada, 'POST', `/rooms/${slug}/leave`);

    await erase(ada);
    await erase(cem);
    await ok(bob, 'DELETE', `${path}/pin`);
    await ok(bob, 'POST', `${path}/discussion/reopen`);
    await ok(bob, 'DELETE', path);

    expect(await eventsOf(bob, slug)).toEqual([
      'message_pinned null bob',
      'discussion_closed null bob',
      'founder_changed bob null',
      'message_unpinned null bob',
      'discussion_reopened null bob',
      'message_deleted null bob',
    ]);
  });

  it('lists those who reacted to a message, without the account', async () => {
    const [eda, fulya] = [await booted.person('eda'), await booted.person('fulya')];
    const slug = 'tepkiler';
    await ok(bob, 'POST', '/rooms', { name: 'Oda', slug });
    const { message } = await ok(bob, 'POST', `/rooms/${slug}/messages`, { body: 'merhaba' });
    for (const person of [eda, fulya]) {
      await ok(person, 'POST', `/rooms/${slug}/join`);
      const talker = await talk(booted, person);
      const reaction = { room: slug, message_id: message.id, emoji: '👍', on: true };
      expect(await talker.ask('message:react', reaction)).toMatchObject({ ok: true });
      talker.close();
    }
    await erase(eda);
    const { people } = await ok(bob, 'GET', `/rooms/${slug}/messages/${message.id}/reactions`);
    expect(people).toMatchObject([{ username: 'fulya', emojis: ['👍'] }]);
  });
});
