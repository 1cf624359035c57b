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

  it('shows the same lines again on the way back from a member, and that member has the focus', async () => {
    await testId(ada, 'member-filter').fill('uye1');
    const one = members().filter({ hasText: 'uye1150' });
    for (let at = 100; (await one.count()) === 0; at += 100) {
      await members().last().scrollIntoViewIfNeeded();
      await members().nth(at).waitFor();
    }
    await one.scrollIntoViewIfNeeded();
    const top = () => ada.page.locator('.panel-body').evaluate((box) => Math.round(box.scrollTop));
    const before = await top();
    expect(before).toBeGreaterThan(1_000);
    await one.click();
    await testId(ada, 'panel-member').waitFor();
    await testId(ada, 'panel-back').click();
    await one.and(ada.page.locator(':focus')).waitFor();
    expect(await top()).toBe(before);
    expect(await testId(ada, 'member-filter').inputValue()).toBe('uye1');
  }, 60_000);
});
