/** What somebody reads is theirs: they get a copy of it, and it goes with them. */
import { buildProfiles } from '#jobs/build-profiles.js';
import { exportTexts } from '#jobs/exports/texts.js';
import { findReferences } from '#src/store/find-references.js';
import type { Doc } from '#src/store/store.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { report, reportedEvent } from './reported-events.js';

onEachEngine('what somebody reads', (engine) => {
  describe('is theirs', () => {
    let booted: Booted;
    let ada: Person;
    const run = () => buildProfiles({ ...booted.app.node, reader: booted.app.store, now: Date.now });

    beforeAll(async () => {
      booted = await bootApp({ settings: engine() });
      ada = await booted.person('ada');
      const read = { type: 'entry_read', entry_id: 7, topic: 'kahve', category: 'icecek', duration_ms: 200_000 };
      await report(
        booted,
        ada,
        Array.from({ length: 6 }, () => reportedEvent(read)),
      );
      await booted.ask(ada, 'POST', '/api/discover/entries/7/view');
      await run();
    }, 120_000);
    afterAll(() => booted[Symbol.asyncDispose]());

    it('so they get a copy of it', async () => {
      const { body } = await booted.ask(ada, 'POST', '/api/me/export');
      const url = await poll(
        async () =>
          (await booted.ask(ada, 'GET', `/api/me/exports/${body.export.id}`)).body.export.url as string | null,
        { until: 'the copy is ready', withinMs: 30_000 },
      );
      const page = await (await fetch(url)).text();
      for (const title of ['readings', 'interests', 'entries'] as const) expect(page).toContain(exportTexts.en[title]);
      const json = /<script type="application\/json" id="data">(.*)<\/script>/s.exec(page)?.[1] ?? '';
      const rowsOf = (name: string) => JSON.parse(json).find((one: { section: string }) => one.section === name).rows;
      expect(rowsOf('interests')).toEqual([
        { builtAt: expect.any(Number) },
        { interests: ['icecek'] },
        { topics: ['kahve'] },
        { activity: 'low' },
        { segments: ['deep_reader'] },
      ]);
      expect(rowsOf('readings').length).toBe(6);
      expect(rowsOf('readings')[0]).toMatchObject({
        type: 'entry_read',
        entryId: 7,
        topic: 'kahve',
        durationMs: 200_000,
      });
      expect(rowsOf('entries')).toEqual([{ entry: 7, lastSeen: expect.any(Number) }]);
    });

    it('so it goes with them, and a job that comes late brings nothing back', async () => {
      const { store } = booted.app;
      const mark = await store.get<Doc & { stamp: number }>('interestMarks', ada.accountId);
      const profile = await store.get<Doc>('interestProfiles', ada.accountId);
      expect([mark, profile]).toEqual([expect.objectContaining({ stamp: expect.any(Number) }), expect.anything()]);
      await booted.ask(ada, 'DELETE', '/api/me');
      await poll(() => booted.app.erasing.erase(ada.accountId), { until: 'it is erased', withinMs: 60_000 });
      const late = { type: 'keep_profile', profile: profile as never, stamp: mark?.stamp ?? 0, dueAt: 0 } as const;
      expect(await booted.app.node.users.ask(ada.accountId, late)).toBeNull();
      await run();
      const traces = [];
      for await (const trace of findReferences(store, [ada.accountId], ['erasures'])) traces.push(trace);
      expect(traces).toEqual([]);
    }, 120_000);
  });
});
