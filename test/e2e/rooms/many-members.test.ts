import { createRoomInPage, enter, type PagePerson, testId } from '../../support/browsers/page-person.js';
import { showPart } from '../../support/browsers/two-people.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';

const MEMBERS = 5_000;

walkInChromium('a room with many members', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  const members = () => testId(ada, 'member');

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    ada = await enter(browser(), server.url, 'ada');
    await createRoomInPage(ada, 'Kahve', 'kahve');
    await ada.page.route('**/api/rooms/kahve/members', async (route) => {
      const response = await route.fetch();
      const [first] = ((await response.json()) as { members: object[] }).members;
      const others = Array.from({ length: MEMBERS }, (_, at) => ({
        ...first,
        account_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
        username: `uye${at}`,
        role: 'member',
      }));
      await route.fulfill({ json: { members: [first, ...others] } });
    });
    await ada.page.reload();
  }, 90_000);
  afterAll(() => server.remove());

  it('shows the beginning of the list, more while it is scrolled, and finds the last one by name', async () => {
    await showPart(ada, 'members');
    await members().filter({ hasText: 'uye50' }).waitFor();
    const atFirst = await members().count();
    expect(atFirst).toBeLessThan(MEMBERS / 10);
    await members().last().scrollIntoViewIfNeeded();
    await members().nth(atFirst).waitFor();
    await testId(ada, 'member-filter').fill(`uye${MEMBERS - 1}`);
    await members()
      .filter({ hasText: `uye${MEMBERS - 1}` })
      .waitFor();
    expect(await members().count()).toBe(1);
  }, 60_000);
});
