import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { LogRow } from '../rooms/history.js';

/** Somebody in front of the page: what they do, said as they would say it. */
export interface PagePerson {
  name: string;
  page: Page;
  context: BrowserContext;
}

/** A part of the page by the name that tests know it by. */
export const testId = ({ page }: Pick<PagePerson, 'page'>, id: string) => page.getByTestId(id);

const byId = (page: Page, id: string) => page.locator(`[data-testid="${id}"]`);

export async function openPage(browser: Browser, url: string, name: string): Promise<PagePerson> {
  const context = await browser.newContext({ locale: 'tr-TR', viewport: { width: 1100, height: 760 } });
  context.setDefaultTimeout(45_000);
  const page = await context.newPage();
  await page.goto(url);
  return { name, page, context };
}

/** The whole way: the provider's login and consent pages, back to ours, and a username. */
export async function logInThroughProvider(person: PagePerson): Promise<void> {
  await byId(person.page, 'login-provider').click();
  await proveAtProvider(person);
  await chooseUsername(person);
}

/** What the provider asks of everybody who is sent there. */
export async function proveAtProvider({ name, page }: PagePerson): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Birth date').fill('1991-04-23');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
}

export async function logInAsDeveloper({ name, page }: Pick<PagePerson, 'name' | 'page'>): Promise<void> {
  await byId(page, 'login-dev-name').fill(name);
  await byId(page, 'login-dev-submit').click();
  await chooseUsername({ name, page });
}

/** The same name on another device: the account has its username already. */
export async function logInAgain({ name, page }: Pick<PagePerson, 'name' | 'page'>): Promise<void> {
  await byId(page, 'login-dev-name').fill(name);
  await byId(page, 'login-dev-submit').click();
  await byId(page, 'side').waitFor();
}

/** A page of their own, logged in by their name. */
export async function enter(browser: Browser, url: string, name: string): Promise<PagePerson> {
  const person = await openPage(browser, url, name);
  await logInAsDeveloper(person);
  return person;
}

async function chooseUsername({ name, page }: Pick<PagePerson, 'name' | 'page'>): Promise<void> {
  await byId(page, 'username-input').fill(name);
  await byId(page, 'username-submit').click();
  await byId(page, 'side').waitFor();
}

export async function createRoomInPage({ page }: PagePerson, name: string, slug: string): Promise<void> {
  await byId(page, 'room-create').click();
  await byId(page, 'room-name').fill(name);
  await byId(page, 'room-slug').fill(slug);
  await byId(page, 'form-submit').click();
  await roomOnScreen(page, slug);
}

export async function joinRoomInPage({ page }: PagePerson, slug: string): Promise<void> {
  await byId(page, 'room-open').click();
  await byId(page, 'open-slug').fill(slug);
  await byId(page, 'form-submit').click();
  await byId(page, 'room-join').click();
  await roomOnScreen(page, slug);
}

export async function goToRoom({ page }: PagePerson, slug: string): Promise<void> {
  await page.locator(`[data-testid="room-line"][data-slug="${slug}"]`).click();
  await roomOnScreen(page, slug);
}

const roomOnScreen = (page: Page, slug: string): Promise<void> =>
  page.locator(`[data-testid="room"][data-slug="${slug}"][data-open="true"]`).waitFor();

/** Typed and sent off; whether it arrives is for the page to see to. */
export async function say({ page }: PagePerson, body: string): Promise<void> {
  await byId(page, 'composer').fill(body);
  await byId(page, 'composer').press('Enter');
}

export const rowWith = ({ page }: PagePerson, body: string) =>
  byId(page, 'message').filter({ has: page.locator('[data-testid="body"]', { hasText: body }) });

/** Until a jump has led to the row: it is marked for a moment, which a busy machine may miss, and has the focus. */
export const jumpedTo = ({ page }: PagePerson, hasText: string): Promise<void> =>
  page.locator('.row-flash, article:focus').filter({ hasText }).first().waitFor();

/** From the menu of a message, where all of its actions are. */
export async function chooseAction(person: PagePerson, row: Locator, action: string): Promise<void> {
  await row.hover();
  await row.getByTestId('action-more').click();
  await byId(person.page, 'menu').getByTestId(`action-${action}`).click();
}

/** By the settings; whoever has drafts or waiting messages is asked. */
export async function logOut({ page }: Pick<PagePerson, 'page'>): Promise<void> {
  await byId(page, 'preferences-open').click();
  await byId(page, 'logout').click();
  const question = byId(page, 'confirm-yes');
  await question.or(byId(page, 'login-dev-name')).first().waitFor();
  if (await question.isVisible()) await question.click();
}

/** In the settings of the browser. */
export async function chooseLanguage({ page }: PagePerson, code: string): Promise<void> {
  await byId(page, 'preferences-open').click();
  await byId(page, `language-${code}`).click();
  await page.keyboard.press('Escape');
  await byId(page, 'preferences').waitFor({ state: 'detached' });
}

/** The page asks before it does what cannot be undone. */
export const agree = ({ page }: PagePerson): Promise<void> => byId(page, 'confirm-yes').click();

const AGREE = `new MutationObserver(() => document.querySelector('[data-testid="confirm-yes"]')?.click())
  .observe(document, { childList: true, subtree: true })`;

/** From now on this person agrees to everything that the page asks. */
export async function agreeAlways({ page }: Pick<PagePerson, 'page'>): Promise<void> {
  await page.addInitScript(AGREE);
  await page.evaluate(AGREE);
}

/** The messages of the room on the screen that count as stored, from top to bottom. */
export async function rowsOnScreen({ page }: PagePerson): Promise<LogRow[]> {
  return page.locator('[data-testid="message"][data-state="sent"]').evaluateAll((rows) =>
    rows.map((row) => ({
      id: row.getAttribute('data-id') ?? '',
      seq: Number(row.getAttribute('data-seq')),
      clientId: row.getAttribute('data-client-id'),
      body: row.querySelector('[data-testid="body"]')?.textContent ?? '',
    })),
  );
}

/** What is written in the room on the screen and not acknowledged yet. */
export const pendingOnScreen = ({ page }: PagePerson): Promise<number> =>
  page.locator('[data-testid="message"]:not([data-state="sent"])').count();
