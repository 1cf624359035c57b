/** What is written and what may be done with it: formats, the menu of a message, links to it, several at once. */
import { barriersOn } from '../support/browsers/axe.js';
import { describeInChromium } from '../support/browsers/chromium.js';
import { createRoomInPage, enter, type PagePerson, rowWith, say, testId } from '../support/browsers/page-person.js';
import { developer, joinRoom, type Person, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

const HOSTILE =
  '<img src=x onerror="window.harmed=1"> [a](javascript:window.harmed=1) **<script>window.harmed=1</script>**';
const FORMATTED = [
  'Plan: **önemli**, *belki*, ~~iptal~~, `npm test`, @bora',
  '> bunu kim dedi?',
  '- kahve',
  '- çay',
  '```ts',
  'const fincan = "dolu"; // her zaman',
  '```',
].join('\n');

describeInChromium('writing in the page', (browser) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: Person;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off' });
    ada = await enter(browser(), server.url, 'ada');
    await createRoomInPage(ada, 'Kahve', 'kahve');
    bora = await developer(server.url, 'bora');
    await joinRoom(server.url, bora, 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  const boraSays = (body: string) =>
    rest(server.url, '/rooms/kahve/messages', { token: bora.token, method: 'POST', body: { body } });

  it('formats are shown, code gets its colors, and nothing of a message is ever HTML', async () => {
    await say(ada, FORMATTED);
    const row = rowWith(ada, 'Plan:');
    await row.and(ada.page.locator('[data-state="sent"]')).waitFor();
    expect(await row.locator('strong').allTextContents()).toContain('önemli');
    expect(await row.locator('em').first().textContent()).toBe('belki');
    expect(await row.locator('del').textContent()).toBe('iptal');
    expect(await row.locator('blockquote').textContent()).toBe('bunu kim dedi?');
    expect(await row.locator('li').allTextContents()).toEqual(['kahve', 'çay']);
    await row.locator('.code-keyword', { hasText: 'const' }).waitFor();
    expect(await row.locator('.code-block pre').textContent()).toBe('const fincan = "dolu"; // her zaman');
    expect(await barriersOn(ada.page)).toEqual([]);

    await boraSays(HOSTILE);
    const hostile = rowWith(ada, 'onerror');
    await hostile.waitFor();
    expect(await hostile.getByTestId('body').textContent()).toContain('<script>window.harmed=1</script>');
    expect(await hostile.locator('img, script, a').count()).toBe(0);
    expect(await ada.page.evaluate('window.harmed')).toBeUndefined();
  });

  it('a name leads to its person, and a long message is cut until the rest is wanted', async () => {
    await rowWith(ada, 'Plan:').getByTestId('mention').click();
    await testId(ada, 'person-card').waitFor();
    await testId(ada, 'dialog-close').click();
    await boraSays(`Uzun\n${'satır\n'.repeat(120)}`);
    const row = rowWith(ada, 'Uzun');
    await row.getByTestId('body-more').waitFor();
    const height = async () => (await row.getByTestId('body').boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThan(400);
    await row.getByTestId('body-more').click();
    await poll(async () => (await height()) > 1_500, { until: 'all of it is shown' });
    await row.getByTestId('body-more').click();
  });
});
