/** Somebody who writes articles on the page and shares them, and the operators who decide about those. */
import type { Page } from 'playwright-core';
import { poll } from '../time/poll.js';
import { chooseAction, type PagePerson, testId } from './page-person.js';

export const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';

/** A call of the console's operators; what is refused throws. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer by what it does with it.
export async function askConsole(url: string, method: string, path: string, body?: object): Promise<any> {
  const headers = { Authorization: `Bearer ${CONSOLE_KEY}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/console/admin${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

export const kindsOf = (person: PagePerson): Promise<string> =>
  testId(person, 'block').evaluateAll((blocks) => blocks.map((block) => block.getAttribute('data-type')).join(' '));

/** As the keyboard of a quick writer: block after block, without waiting for any of them. */
export async function writeBlocks({ page }: PagePerson): Promise<void> {
  for (const line of ['# İlk fincan', 'Sis kalkınca liman göründü. #istanbul', '> Gönül ne kahve ister', '- çay']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.type('kahve');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('```while (uykulu) kahve.ic();');
}

export const readsOf = (page: Page): Promise<string | null> =>
  page.evaluate<string | null>(
    `(Object.entries(localStorage).find(([key]) => key.startsWith('meydan.events.')) ?? [])[1] ?? null`,
  );

interface SentEvent {
  type: string;
  source: string;
  entry_id?: number;
  duration_ms?: number;
}

/** Waits for a batch that tells of this; the service's answer to it has to be good. */
export const toldOf = async ({ page }: PagePerson, type: string, source: string): Promise<SentEvent> => {
  const isThis = (event: SentEvent) => event.type === type && event.source === source;
  const told = (body: string | null) => (JSON.parse(body ?? '{"events":[]}') as { events: SentEvent[] }).events;
  const answer = await page.waitForResponse((response) => {
    const request = response.request();
    if (!request.url().endsWith('/api/analytics/events')) return false;
    return told(request.postData()).some(isThis);
  });
  expect(await answer.json()).toMatchObject({ ignored: 0, duplicates: 0 });
  const found = told(answer.request().postData()).find(isThis);
  if (!found) throw new Error(`no ${type} was told`);
  return found;
};

/** What is left sooner counts as a glance, of which nothing is told: a quick machine has to take its time. */
export async function readFor(person: PagePerson, durationMs: number): Promise<void> {
  await testId(person, 'entry-article').waitFor();
  const now = () => person.page.evaluate<number>('performance.now()');
  const until = (await now()) + durationMs;
  await poll(async () => (await now()) > until, { until: 'the article was read for a while' });
}

export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate<string>(`JSON.parse(localStorage.getItem('meydan.session')).access`);

export async function publishShort(person: PagePerson, title: string, tag: string): Promise<void> {
  await testId(person, 'attach').click();
  await testId(person, 'attach-article').click();
  await testId(person, 'article-title').fill(title);
  await testId(person, 'article-tag').fill(tag);
  await testId(person, 'block-text').fill('Kısacık.');
  await testId(person, 'article-send').click();
  await testId(person, 'message').and(person.page.locator('[data-state="sent"]')).filter({ hasText: title }).waitFor();
}

export async function shareNewest(person: PagePerson): Promise<void> {
  await chooseAction(person, testId(person, 'message').last(), 'compass');
  await testId(person, 'share-send').click();
}
