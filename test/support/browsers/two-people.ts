/**
 * Two people before the same service: Ada at a desk, in English and in the light; Bora on a phone, in Turkish and in
 * the dark.
 */
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core';
import type { ServerProcess } from '../processes/server-process.js';
import { type MobileNetwork, startMobileNetwork } from '../servers/mobile-network.js';
import { agreeAlways, goToRoom, type PagePerson, proveAtProvider, rowWith, testId } from './page-person.js';

export interface Couple {
  server: ServerProcess;
  ada: PagePerson;
  bora: PagePerson;
  /** What Bora's phone reaches the service through. */
  network: MobileNetwork;
}

export const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';
export const ROOM = 'kahve';

const SLOW_MS = 30_000;
const desk: BrowserContextOptions = {
  locale: 'en-GB',
  colorScheme: 'light',
  viewport: { width: 1280, height: 800 },
};
const phone: BrowserContextOptions = {
  locale: 'tr-TR',
  colorScheme: 'dark',
  viewport: { width: 390, height: 780 },
  hasTouch: true,
  isMobile: true,
};

export async function openTwoPeople(browser: Browser, server: ServerProcess): Promise<Couple> {
  const network = await startMobileNetwork();
  // The browser would go to this very machine by itself, past any proxy.
  const proxy = { server: network.address, bypass: '<-loopback>' };
  const [ada, bora] = await Promise.all([
    arrive(browser, server.url, 'ada', desk),
    arrive(browser, server.url, 'bora', { ...phone, proxy }),
  ]);
  return { server, ada, bora, network };
}

async function arrive(
  browser: Browser,
  url: string,
  name: string,
  options: BrowserContextOptions,
): Promise<PagePerson> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(SLOW_MS);
  const page = await context.newPage();
  // Whatever they are asked before something that cannot be undone, they mean it.
  await agreeAlways({ page });
  await page.goto(url);
  return { name, page, context };
}

export async function closeTwoPeople({ ada, bora, network }: Couple): Promise<void> {
  await Promise.all([ada, bora].map(({ context }) => context.close()));
  await network[Symbol.asyncDispose]();
}

/** To the provider, where they say who they are and allow it. */
export async function logIn(person: PagePerson): Promise<void> {
  await testId(person, 'login-provider').click();
  await proveAtProvider(person);
}

export async function chooseName(person: PagePerson, name: string): Promise<void> {
  await testId(person, 'username-input').fill(name);
  await testId(person, 'username-submit').click();
}

/** The list of rooms: beside the room at the desk, behind it on the phone. */
export async function showRooms(person: PagePerson): Promise<void> {
  await closeIfThere(testId(person, 'panel-close'));
  await closeIfThere(testId(person, 'back'));
  await testId(person, 'side').waitFor();
}

export async function showRoom(person: PagePerson, slug = ROOM): Promise<void> {
  await showRooms(person);
  await goToRoom(person, slug);
}

async function closeIfThere(button: Locator): Promise<void> {
  if (!(await button.isVisible())) return;
  await button.click();
  await button.waitFor({ state: 'hidden' });
}

/** The chat of the two. */
export async function showDirectChat(person: PagePerson): Promise<void> {
  await showRooms(person);
  await directLine(person).click();
  await person.page.locator('[data-testid="room"][data-slug^="dm-"][data-open="true"]').waitFor();
}

export const roomLine = ({ page }: PagePerson, slug = ROOM): Locator =>
  page.locator(`[data-testid="room-line"][data-slug="${slug}"]`);
export const directLine = ({ page }: PagePerson): Locator =>
  page.locator('[data-testid="room-line"][data-slug^="dm-"]');

/** The parts of the room's own panel, by their way in. */
export async function showPart(person: PagePerson, part: string): Promise<void> {
  await closeIfThere(testId(person, 'panel-close'));
  await testId(person, 'room-info').click();
  await testId(person, `way-${part}`).click();
  await testId(person, `panel-${part}`).waitFor();
}

export async function showMember(person: PagePerson, name: string): Promise<void> {
  await showPart(person, 'members');
  await testId(person, 'member').filter({ hasText: name }).click();
  await testId(person, 'panel-member').waitFor();
}

export const closePanel = (person: PagePerson): Promise<void> => testId(person, 'panel-close').click();
export const closeDialog = (person: PagePerson): Promise<void> => testId(person, 'dialog-close').click();

/** What may be done with a row comes up under the pointer; on the phone a tap on the words brings it. */
export async function act(person: PagePerson, body: string, action: string): Promise<void> {
  const row = rowWith(person, body);
  const inBar = new Set(['smile', 'reply', 'discuss', 'edit']);
  if (person.name === 'bora') await row.getByTestId('body').tap();
  else await row.hover();
  if (inBar.has(action)) return row.getByTestId(`action-${action}`).click();
  await row.getByTestId('action-more').click();
  await testId(person, 'menu').getByTestId(`action-${action}`).click();
}

/** One of the parts of their own account. */
export async function showMe(person: PagePerson, part: string): Promise<void> {
  await showRooms(person);
  await testId(person, 'me').click();
  await testId(person, `me-${part}`).click();
}

export async function showCard(person: PagePerson, name: string): Promise<void> {
  await showRooms(person);
  await testId(person, 'contacts').click();
  await testId(person, 'person-name').fill(name);
  await testId(person, 'person-show').click();
  await testId(person, 'person-card').waitFor();
}

/** How the page stands among the tabs of the browser. */
export const titleOf = ({ page }: PagePerson): Promise<string> => page.title();

/** What an operator gives. */
export async function grantStars(url: string, username: string, delta: number): Promise<void> {
  const headers = { Authorization: `Bearer ${CONSOLE_KEY}`, 'Content-Type': 'application/json' };
  const found = await fetch(`${url}/api/console/accounts?username=${username}`, { headers });
  const { accounts } = (await found.json()) as { accounts: { id: string }[] };
  const body = JSON.stringify({ delta, reason: 'welcome' });
  const granted = await fetch(`${url}/api/console/accounts/${accounts[0]?.id}/stars`, {
    method: 'POST',
    headers,
    body,
  });
  if (granted.status !== 200) throw new Error(`${username} was granted nothing: ${await granted.text()}`);
}
