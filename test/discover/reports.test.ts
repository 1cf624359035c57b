/** The dictionary hears how many have reacted: at least once, together, and whatever happens in between. */
import { onEachEngine } from '../support/engine-settings.js';
import { poll } from '../support/poll.js';
import { DiscoverHouse } from './discover-house.js';

it('reactions are reported by themselves, soon', async () => {
  const house = await DiscoverHouse.open({ SWEEP_INTERVAL_S: '12' });
  await house.files.room('kahve');
  await house.topic('kahve');
  const article = await house.published(house.bob, 'kahve');
  await house.react(house.ada, article, '👍');
  const isKnown = async () => (await house.desk('GET', `/entries/${article.entry}`)).entry.reactions === 1;
  await poll(isKnown, { until: 'the dictionary knows of a reaction', withinMs: 30_000, everyMs: 200 });
  await house.close();
}, 60_000);

onEachEngine('reactions to a shared article', (engine) => {
  describe('are reported', () => {
    let house: DiscoverHouse;

    beforeAll(async () => {
      house = await DiscoverHouse.open(engine());
      await house.files.room('kahve');
      await house.topic('kahve');
    }, 120_000);
    afterAll(() => house.close());

    const known = async (entry: number) => (await house.desk('GET', `/entries/${entry}`)).entry.reactions;
    const marks = async () => (await house.files.booted.app.store.range('log', { index: 'reports' })).length;

    it('many of them as one, and once', async () => {
      const article = await house.published(house.bob, 'kahve');
      for (const emoji of ['👍', '🔥', '☕']) await house.react(house.ada, article, emoji);
      await house.react(house.bob, article, '👍');
      await house.react(house.ada, article, '🔥', false);
      expect(await marks()).toBe(1);
      expect(await house.report()).toBe(1);
      expect(await known(article.entry)).toBe(3);
      expect([await marks(), await house.report()]).toEqual([0, 0]);
    });

    it('those from before the sharing too', async () => {
      const written = await house.article(house.bob, 'kahve');
      await house.react(house.ada, written, '👍');
      expect(await marks()).toBe(0);
      const entry = await house.shared(house.bob, written);
      expect(await house.report()).toBe(1);
      expect(await known(entry)).toBe(1);
    });

    it('as none once the message is deleted', async () => {
      const article = await house.published(house.bob, 'kahve');
      await house.react(house.ada, article, '👍');
      await house.report();
      await house.files.ok(house.bob, 'DELETE', `/rooms/kahve/messages/${article.id}`);
      expect(await house.report()).toBe(1);
      expect(await known(article.entry)).toBe(0);
    });

    it('later, when nobody answers', async () => {
      const article = await house.published(house.bob, 'kahve');
      await house.react(house.ada, article, '👍');
      expect(await house.report('http://127.0.0.1:9')).toBe(0);
      expect(await marks()).toBe(1);
      expect(await house.report()).toBe(1);
      expect(await known(article.entry)).toBe(1);
    });

    it('not of messages that were not shared', async () => {
      await house.react(house.ada, await house.article(house.bob, 'kahve'), '👍');
      expect(await marks()).toBe(0);
    });

    it('again, when one more comes while the first is on its way', async () => {
      const article = await house.published(house.bob, 'kahve');
      const { app } = house.files.booted;
      await house.react(house.ada, article, '👍');
      const [marked] = await app.store.range<never>('log', { index: 'reports' });
      await house.react(house.bob, article, '👍');
      const { room, seq, toReport: mark } = marked as unknown as { room: string; seq: number; toReport: number };
      await app.node.rooms.ask(room, { type: 'reactions_reported', row: seq, mark });
      expect(await marks()).toBe(1);
      expect(await house.report()).toBe(1);
      expect(await known(article.entry)).toBe(2);
    });
  });
});
