/** The dictionary hears how many have reacted: at least once, together, and whatever happens in between. */
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { DiscoverFixture } from './discover-fixture.js';

it('reactions are reported by themselves, soon', async () => {
  const fixture = await DiscoverFixture.open({ SWEEP_INTERVAL_S: '12' });
  await fixture.files.room('kahve');
  await fixture.topic('kahve');
  const article = await fixture.published(fixture.bob, 'kahve');
  await fixture.react(fixture.ada, article, '👍');
  const isKnown = async () => (await fixture.desk('GET', `/entries/${article.entry}`)).entry.reactions === 1;
  await poll(isKnown, { until: 'the dictionary knows of a reaction', withinMs: 30_000, everyMs: 200 });
  await fixture.close();
}, 60_000);

onEachEngine('reactions to a shared article', (engine) => {
  describe('are reported', () => {
    let fixture: DiscoverFixture;

    beforeAll(async () => {
      fixture = await DiscoverFixture.open(engine());
      await fixture.files.room('kahve');
      await fixture.topic('kahve');
    }, 120_000);
    afterAll(() => fixture.close());

    const known = async (entry: number) => (await fixture.desk('GET', `/entries/${entry}`)).entry.reactions;
    const marks = async () => (await fixture.files.booted.app.store.range('log', { index: 'reports' })).length;

    it('many of them as one, and once', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      for (const emoji of ['👍', '🔥', '☕']) await fixture.react(fixture.ada, article, emoji);
      await fixture.react(fixture.bob, article, '👍');
      await fixture.react(fixture.ada, article, '🔥', false);
      expect(await marks()).toBe(1);
      expect(await fixture.report()).toBe(1);
      expect(await known(article.entry)).toBe(3);
      expect([await marks(), await fixture.report()]).toEqual([0, 0]);
    });

    it('those from before the sharing too', async () => {
      const written = await fixture.article(fixture.bob, 'kahve');
      await fixture.react(fixture.ada, written, '👍');
      expect(await marks()).toBe(0);
      const entry = await fixture.shared(fixture.bob, written);
      expect(await fixture.report()).toBe(1);
      expect(await known(entry)).toBe(1);
    });

    it('as none once the message is deleted', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      await fixture.react(fixture.ada, article, '👍');
      await fixture.report();
      await fixture.files.ok(fixture.bob, 'DELETE', `/rooms/kahve/messages/${article.id}`);
      expect(await fixture.report()).toBe(1);
      expect(await known(article.entry)).toBe(0);
    });

    it('later, when nobody answers', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      await fixture.react(fixture.ada, article, '👍');
      expect(await fixture.report('http://127.0.0.1:9')).toBe(0);
      expect(await marks()).toBe(1);
      expect(await fixture.report()).toBe(1);
      expect(await known(article.entry)).toBe(1);
    });

    it('not of messages that were not shared', async () => {
      await fixture.react(fixture.ada, await fixture.article(fixture.bob, 'kahve'), '👍');
      expect(await marks()).toBe(0);
    });

    it('again, when one more comes while the first is on its way', async () => {
      const article = await fixture.published(fixture.bob, 'kahve');
      const { app } = fixture.files.booted;
      await fixture.react(fixture.ada, article, '👍');
      const [marked] = await app.store.range<never>('log', { index: 'reports' });
      await fixture.react(fixture.bob, article, '👍');
      const { room, seq, toReport: mark } = marked as unknown as { room: string; seq: number; toReport: number };
      await app.node.rooms.ask(room, { type: 'reactions_reported', row: seq, mark });
      expect(await marks()).toBe(1);
      expect(await fixture.report()).toBe(1);
      expect(await known(article.entry)).toBe(2);
    });
  });
});
