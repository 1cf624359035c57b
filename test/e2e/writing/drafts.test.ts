/** Drafts that change elsewhere: in another tab, or because the message that they answer is deleted. */
import {
  chooseAction,
  createRoomInPage,
  enter,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../../support/browsers/page-person.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { developer, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

walkInChromium('a draft', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    ada = await enter(browser(), server.url, 'ada');
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  async function openEditor(person: PagePerson): Promise<void> {
    await testId(person, 'attach').click();
    await testId(person, 'attach-article').click();
    await testId(person, 'article-title').waitFor();
  }

  const untilShown = (person: PagePerson, field: string, value: string) =>
    poll(async () => (await testId(person, field).inputValue()) === value, { until: `${field} is “${value}”` });

  it('is one draft of an article, which ends in both when one of them has published it', async () => {
    const other = { ...ada, page: await ada.context.newPage() };
    await other.page.goto(ada.page.url());
    for (const person of [ada, other]) await openEditor(person);
    await testId(ada, 'article-title').fill('Limanda sabah');
    await untilShown(other, 'article-title', 'Limanda sabah');
    await testId(other, 'block-text').fill('Sis kalkınca liman göründü.');
    await untilShown(ada, 'block-text', 'Sis kalkınca liman göründü.');
    await testId(ada, 'article-send').click();
    await untilShown(other, 'article-title', '');
    const kept = `Object.keys(localStorage).filter((key) => key.startsWith('meydan.article')).length`;
    expect(await other.page.evaluate<number>(kept)).toBe(0);
    await other.page.close();
  });

  it('keeps no word of the message that it answers once that is deleted', async () => {
    await say(ada, 'gizli sözler');
    const row = rowWith(ada, 'gizli sözler').and(ada.page.locator('[data-state="sent"]'));
    await chooseAction(ada, row, 'reply');
    await testId(ada, 'composer').fill('yarım cevap');
    const drafts = `Object.entries(localStorage).filter(([key]) => key.startsWith('meydan.draft')).join()`;
    expect(await ada.page.evaluate(drafts)).toContain('gizli sözler');
    const id = await row.getAttribute('data-id');
    const { token } = await developer(server.url, 'ada');
    await rest(server.url, `/rooms/kahve/messages/${id}`, { method: 'DELETE', token });
    const about = testId(ada, 'composer-about');
    await poll(async () => !(await about.textContent())?.includes('gizli'), { until: 'the quote is gone' });
    await testId(ada, 'composer').fill('yarım cevap, biraz daha');
    const kept = await ada.page.evaluate(drafts);
    expect(kept).toContain('biraz daha');
    expect(kept).not.toContain('gizli');
    await ada.page.reload();
    await about.waitFor();
    expect(await testId(ada, 'composer').inputValue()).toBe('yarım cevap, biraz daha');
  });
});
