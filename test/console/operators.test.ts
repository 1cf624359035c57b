/** What operators do, once and exactly, whoever else is at it. */
import { uuidOf } from '#src/domain/text/hash.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { draftOf, type RunningConsole, runConsole } from './support.js';

const CROWD = 20;

describeOnBothEngines('operators of the console', (openStore) => {
  let store: Store;
  let console_: RunningConsole;
  beforeEach(async () => {
    store = await openStore();
    console_ = await runConsole(store);
    await console_.operator('POST', '/categories', { slug: 'food', name: 'Food' });
  });
  afterEach(() => console_[Symbol.asyncDispose]());

  const open = (tag: string) => console_.operator('POST', '/topics', { tag, title: tag, category: 'food' });
  const counted = async (tag: string) => (await console_.dictionary('GET', `/topics/${tag}`)).body.topic?.entry_count;
  const statuses = (told: { status: number }[]) => told.map(({ status }) => status).sort();

  it('decide an entry once, also when two press at the same moment', async () => {
    const id = await console_.submit({ message: 'm1' });
    const decisions = ['publish', 'reject', 'publish', 'reject'].map((decision) =>
      console_.operator('POST', `/entries/${id}/decision`, { decision }),
    );
    const told = await Promise.all(decisions);
    expect(statuses(told)).toEqual([200, 409, 409, 409]);
    expect(told.find(({ status }) => status === 409)?.body.error.code).toBe('already_decided');
    const { status } = (await console_.dictionary('GET', `/entries/${id}`)).body.entry;
    expect((await counted('kahve')) ?? 0).toBe(status === 'published' ? 1 : 0);
  });

  it('decide a proposal once; an entry of a rejected one still publishes it', async () => {
    const id = await console_.submit({ message: 'm1' });
    const reject = () => console_.operator('POST', '/topics/kahve/decision', { decision: 'reject' });
    expect(statuses([await reject(), await reject()])).toEqual([200, 409]);
    expect((await console_.operator('GET', '/topics?status=rejected')).body.total).toBe(1);
    await console_.publish(id);
    expect(await counted('kahve')).toBe(1);
  });

  it('see a rejected proposal again when somebody else writes about it', async () => {
    await console_.submit({ message: 'm1' });
    await console_.operator('POST', '/topics/kahve/decision', { decision: 'reject' });
    const told = await console_.dictionary('POST', '/entries', draftOf({ message: 'm2' }));
    expect(told.body.topic).toMatchObject({ tag: 'kahve', status: 'pending' });
  });

  it('open a topic over its proposal, and keep its entries', async () => {
    const id = await console_.submit({ message: 'm1' });
    const told = await console_.operator('POST', '/topics', { tag: 'KAHVE', title: 'Coffee', category: 'food' });
    expect([told.status, told.body.topic]).toEqual([
      201,
      { tag: 'kahve', title: 'Coffee', category: 'food', languages: [], entry_count: 0, status: 'published' },
    ]);
    await console_.publish(id);
    expect(await counted('kahve')).toBe(1);
    const again = await open('kahve');
    expect([again.status, again.body.error.code]).toEqual([409, 'topic_exists']);
  });

  it('count entries exactly while a crowd submits and is published at once', async () => {
    await open('kahve');
    const one = async (n: number) => console_.publish(await console_.submit({ message: `m${n}` }));
    await Promise.all(Array.from({ length: CROWD }, (_, n) => one(n)));
    expect(await counted('kahve')).toBe(CROWD);
    const { entries } = (await console_.dictionary('GET', '/topics/kahve/entries?limit=100')).body;
    const ids = entries.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
    expect(ids).toEqual(Array.from({ length: CROWD }, (_, n) => n + 1));
  });

  it('give the same message one entry, however many send it at once', async () => {
    const sent = Array.from({ length: CROWD }, () =>
      console_.dictionary('POST', '/entries', draftOf({ message: 'm' })),
    );
    expect(statuses(await Promise.all(sent))).toEqual([201, ...Array(CROWD - 1).fill(409)]);
    expect((await console_.operator('GET', '/entries')).body.total).toBe(1);
  });

  it('agree with a second console on the same store', async () => {
    const other = await runConsole(store);
    await open('kahve');
    const both = [console_, other];
    const one = async (n: number) => {
      const id = await (both[n % 2] as RunningConsole).submit({ message: `m${n}` });
      return (both[(n + 1) % 2] as RunningConsole).publish(id);
    };
    const told = await Promise.all(Array.from({ length: CROWD }, (_, n) => one(n)));
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([200]));
    for (const each of both) {
      const { topics, entries_total } = (await each.dictionary('GET', '/topics')).body;
      expect([topics[0].entry_count, entries_total]).toEqual([CROWD, CROWD]);
    }
    await other[Symbol.asyncDispose]();
  });

  it('work a queue off from its beginning, and look back from the end', async () => {
    const ids: number[] = [];
    for (const message of ['a', 'b', 'c']) ids.push(await console_.submit({ message }));
    const listed = async (query: string) => {
      const { body } = await console_.operator('GET', `/entries?${query}`);
      return [body.entries.map(({ id }: { id: number }) => id), body.total, body.has_more];
    };
    expect(await listed('limit=2')).toEqual([ids.slice(0, 2), 3, true]);
    await console_.publish(ids[0] as number);
    await console_.publish(ids[2] as number);
    expect(await listed('status=published')).toEqual([[ids[2], ids[0]], 2, false]);
    const { body } = await console_.operator('GET', `/entries/${ids[1]}`);
    expect(body).toMatchObject({
      entry: { id: ids[1], status: 'pending', submitted_at: expect.any(String) },
      topic: { tag: 'kahve', status: 'published' },
      author: { account_id: uuidOf('ada'), banned: false, reason: null },
    });
  });

  it('change a topic, and see it in its new place', async () => {
    await open('kahve');
    await console_.operator('POST', '/categories', { slug: 'drinks', name: 'Drinks' });
    const told = await console_.operator('PATCH', '/topics/kahve', { category: 'drinks', languages: ['tr', 'en'] });
    expect(told.body.topic).toMatchObject({ title: 'kahve', category: 'drinks', languages: ['tr', 'en'] });
    expect((await console_.dictionary('GET', '/topics?category=food')).body.total).toBe(0);
    expect((await console_.dictionary('GET', '/topics?category=drinks&lang=tr')).body.total).toBe(1);
  });

  it('list whom they have banned, with the last reason', async () => {
    for (const reason of ['One.', 'Two.']) await console_.operator('PUT', `/authors/${uuidOf('ada')}/ban`, { reason });
    const { authors } = (await console_.operator('GET', '/authors')).body;
    expect(authors).toEqual([
      { account_id: uuidOf('ada'), banned: true, reason: 'Two.', banned_at: '2026-06-01T00:00:00.000Z' },
    ]);
  });

  it('find everything again after a restart', async () => {
    const id = await console_.submit({ message: 'm1' });
    await console_.publish(id);
    await console_[Symbol.asyncDispose]();
    console_ = await runConsole(await openStore.again(store));
    expect(await counted('kahve')).toBe(1);
    expect(await console_.submit({ message: 'm2' })).toBe(id + 1);
  });
});
