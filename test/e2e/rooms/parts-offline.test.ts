import { createRoomInPage, enter, type PagePerson, testId } from '../../support/browsers/page-person.js';
import { showPart } from '../../support/browsers/two-people.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';

const LISTS = { bans: 'Kimse yasaklı değil', invites: 'davet bağlantısı yok', gallery: 'fotoğraf', topics: 'etiket' };

walkInChromium('the lists of a room without a connection', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    ada = await enter(browser(), server.url, 'ada');
    await createRoomInPage(ada, 'Kahve', 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  it.each(Object.entries(LISTS))(
    '%s is not called empty before it was read, and is read once the page is connected again',
    async (part, nothing) => {
      const note = testId(ada, `panel-${part}`).locator('.panel-note').filter({ hasText: nothing });
      await ada.context.setOffline(true);
      await showPart(ada, part);
      await testId(ada, 'part-fault').waitFor();
      expect(await note.count()).toBe(0);
      await ada.context.setOffline(false);
      await note.waitFor();
      await testId(ada, 'part-fault').waitFor({ state: 'detached' });
    },
    60_000,
  );
});
