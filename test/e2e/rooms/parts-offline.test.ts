import { createRoomInPage, enter, type PagePerson, testId } from '../../support/browsers/page-person.js';
import { closeDialog, showMe, showPart } from '../../support/browsers/two-people.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';

const LISTS = {
  bans: 'Kimse yasaklı değil',
  invites: 'davet bağlantısı yok',
  gallery: 'fotoğraf',
  topics: 'etiket',
  discussions: 'tartışma',
};

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

  it('the photos of the room are not called missing before they were read', async () => {
    await ada.context.setOffline(true);
    await showPart(ada, 'photos');
    await testId(ada, 'part-fault').waitFor();
    await ada.context.setOffline(false);
    await testId(ada, 'photos').locator('.form-hint').waitFor();
    await testId(ada, 'part-fault').waitFor({ state: 'detached' });
  }, 60_000);

  it.each(['members', 'requests'])(
    '%s that could not be read are offered to be read again',
    async (part) => {
      const path = `**/api/rooms/kahve/${part}`;
      await ada.page.route(path, (route) => route.abort());
      await ada.page.reload();
      await showPart(ada, part);
      await testId(ada, 'part-fault').waitFor();
      await ada.page.unroute(path);
      await testId(ada, 'part-again').click();
      await testId(ada, 'part-fault').waitFor({ state: 'detached' });
      await testId(ada, `panel-${part}`).locator('.person, .panel-note').first().waitFor();
    },
    60_000,
  );

  it('an answer to a join request that did not get through leaves the request in the list', async () => {
    const request = { account_id: '00000000-0000-4000-8000-000000000000', username: 'eda', requested_at: new Date(0) };
    await ada.page.route('**/api/rooms/kahve/requests', (route) => route.fulfill({ json: { requests: [request] } }));
    await ada.page.route('**/api/rooms/kahve/requests/*', (route) => route.abort());
    await ada.page.reload();
    await showPart(ada, 'requests');
    await testId(ada, 'request-approve').click();
    await testId(ada, 'notice').waitFor();
    await testId(ada, 'request').filter({ hasText: 'eda' }).waitFor();
    await ada.page.unrouteAll();
  }, 60_000);

  it('the parts of the account say that they could not be read, and are read once the page is connected again', async () => {
    await showMe(ada, 'profile');
    for (const part of ['photos', 'stars', 'people', 'rooms', 'sessions', 'bots', 'panels']) {
      await ada.context.setOffline(true);
      await testId(ada, `me-${part}`).click();
      await testId(ada, 'part-fault').waitFor();
      await ada.context.setOffline(false);
      await testId(ada, 'part-fault').waitFor({ state: 'detached' });
    }
    await closeDialog(ada);
    await ada.context.setOffline(true);
    await testId(ada, 'contacts').click();
    await testId(ada, 'part-fault').waitFor();
    await ada.context.setOffline(false);
    await testId(ada, 'part-fault').waitFor({ state: 'detached' });
  }, 90_000);
});
