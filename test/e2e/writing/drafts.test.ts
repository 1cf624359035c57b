/** Drafts that change elsewhere, such as in another tab. */
import {
  createRoomInPage,
  enter,
  type PagePerson,
  testId,
} from '../../support/browsers/page-person.js';
import { walkInChromium } from '../../support/browsers/walks.js';
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
});
