import { barriersOn } from '../support/browsers/axe.js';
import { describeInChromium } from '../support/browsers/chromium.js';
import { enter, type PagePerson, testId } from '../support/browsers/page-person.js';
import { createRoom, developer, joinRoom, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';

const lines = ({ page }: PagePerson) => page.getByTestId('open-room');
const line = ({ page }: PagePerson, slug: string) => page.locator(`[data-testid="open-room"][data-slug="${slug}"]`);

/** The rooms on the screen, in their order. */
const shown = (person: PagePerson): Promise<string[]> =>
  lines(person).evaluateAll((found) => found.map((one) => one.getAttribute('data-slug') ?? ''));

describeInChromium('the page of open rooms', (browser) => {
  let server: ServerProcess;
  let eda: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off' });
    eda = await enter(browser(), server.url, 'eda');
  }, 90_000);
  afterAll(() => server.remove());

  it('says so when there is no room, and the empty list leads to it', async () => {
    await testId(eda, 'directory-link').first().click();
    await testId(eda, 'directory-empty').waitFor();
    expect(await barriersOn(eda.page)).toEqual([]);
  });

  it('lists the rooms page by page, the largest first', async () => {
    const [ada, bora] = await Promise.all(['ada', 'bora'].map((name) => developer(server.url, name)));
    if (!ada || !bora) throw new Error('two people were made');
    await createRoom(server.url, ada, 'kahve');
    await joinRoom(server.url, bora, 'kahve');
    const others = Array.from({ length: 34 }, (_, at) => `oda-${String(at).padStart(2, '0')}`);
    for (const slug of others) await createRoom(server.url, ada, slug);
    await rest(server.url, '/rooms', {
      method: 'POST',
      token: ada.token,
      body: { name: 'Gizli', slug: 'gizli', visibility: 'closed' },
    });
    await rest(server.url, '/rooms/oda-01', { method: 'PATCH', token: ada.token, body: { join_approval: true } });
    await eda.page.reload();
    await testId(eda, 'directory-way').click();
    await lines(eda).nth(29).waitFor();
    await lines(eda).last().scrollIntoViewIfNeeded();
    await lines(eda).nth(34).waitFor();
    const slugs = await shown(eda);
    expect(slugs.slice().sort()).toEqual(['kahve', ...others]);
    expect(await barriersOn(eda.page)).toEqual([]);
  });

  it('searches while one types; the address keeps the words, and a way back finds them', async () => {
    await testId(eda, 'directory-words').fill('oda-0');
    await lines(eda).nth(10).waitFor({ state: 'detached' });
    await lines(eda).nth(9).waitFor();
    expect((await shown(eda)).sort()).toEqual(Array.from({ length: 10 }, (_, at) => `oda-0${at}`));
    expect(eda.page.url()).toContain('#/rooms/oda-0');
    await line(eda, 'oda-03').getByRole('link').click();
    await testId(eda, 'room-preview').waitFor();
    await eda.page.goBack();
    await line(eda, 'oda-03').waitFor();
    expect(await testId(eda, 'directory-words').inputValue()).toBe('oda-0');
  });

  it('says when nothing is found, and leads back to all', async () => {
    await testId(eda, 'directory-words').fill('yok böyle bir oda');
    await testId(eda, 'directory-none').waitFor();
    expect(await barriersOn(eda.page)).toEqual([]);
    await testId(eda, 'directory-all').click();
    await lines(eda).nth(20).waitFor();
  });

  it('is walked with the arrows', async () => {
    const links = eda.page.locator('[data-testid="open-room"] a');
    await links.first().focus();
    await eda.page.keyboard.press('ArrowDown');
    await eda.page.keyboard.press('ArrowDown');
    await eda.page.keyboard.press('ArrowUp');
    const second = await links.nth(1).getAttribute('href');
    expect(await eda.page.evaluate('document.activeElement.getAttribute("href")')).toBe(second);
  });

  it('asks to come in where admins decide, and joins where nobody does', async () => {
    await testId(eda, 'directory-words').fill('oda-01');
    // A line that was there before the words were searched for is another one afterwards.
    await lines(eda).nth(1).waitFor({ state: 'detached' });
    await line(eda, 'oda-01').getByTestId('open-room-join').click();
    await line(eda, 'oda-01').getByTestId('open-room-asked').waitFor();
    await testId(eda, 'directory-words').fill('kahve');
    await line(eda, 'oda-01').waitFor({ state: 'detached' });
    await line(eda, 'kahve').getByTestId('open-room-join').click();
    await eda.page.locator('[data-testid="room"][data-slug="kahve"][data-open="true"]').waitFor();
    await eda.page.goBack();
    await line(eda, 'kahve').filter({ hasText: 'katıldınız' }).waitFor();
  });

  it('opens a link instead of searching for it', async () => {
    await testId(eda, 'directory-words').fill(`${server.url}/#/r/oda-05`);
    await testId(eda, 'directory-search').click();
    await testId(eda, 'room-preview').filter({ hasText: 'oda-05' }).waitFor();
  });

  it('says what went wrong, and tries again', async () => {
    const refused = '**/api/directory*';
    await eda.page.route(refused, (route) => route.abort());
    await testId(eda, 'directory-way').click();
    await testId(eda, 'directory-words').fill('demlik');
    await testId(eda, 'directory-fault').waitFor();
    expect(await barriersOn(eda.page)).toEqual([]);
    await eda.page.unroute(refused);
    await testId(eda, 'directory-again').click();
    await testId(eda, 'directory-none').waitFor();
  });
});
