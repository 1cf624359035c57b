/** The console of operators. */
import { CONSOLE_KEY } from './service.mjs';
import { walkSections } from './walk-panel.mjs';

/** Pages of their own that stand beside the sections. */
async function walkWays({ page, shot, url }) {
  const ways = page.locator('.workspace-way:not([data-testid^="section-"])');
  for (const path of await ways.evaluateAll((links) => links.map((link) => link.pathname))) {
    await page.goto(`${url}${path}`);
    await page.locator('h1').first().waitFor();
    await shot(path.slice(1).replaceAll('/', '-'));
  }
}

export async function walkConsole(camera, { suspended }) {
  const { open, shows, shot, tap, id, page, forgive } = camera;
  await open('/console');
  await shows('console-identity');
  await shot('console-sign-in');
  await id('console-key').fill('not-the-key');
  await page.keyboard.press('Enter');
  await shows('key-problem');
  forgive(/401/);
  await shot('console-wrong-key');
  await id('console-key').fill(CONSOLE_KEY);
  await page.keyboard.press('Enter');
  await shows('section-reports');
  await walkSections(camera, 'console');
  await walkPeople(camera, suspended);
  await walkReports(camera);
  await walkKeys(camera);
  await tap('section-queue');
  await page.locator('[data-rows="queue"] .row').first().click();
  await shows('entry');
  await tap('reject');
  await shows('note');
  await shot('console-reject');
  await open('/console');
  await shows('section-queue');
  await walkWays(camera);
  await open('/console');
  await tap('help');
  await shows('keys');
  await shot('console-keys');
}

/** A profile, what may be done about it, and a room. */
async function walkPeople({ open, page, shows, shot, tap, id }, suspended) {
  await open(`/console#/people/${suspended.id}`);
  await shows('profile');
  await id('look-reason').fill('A question by mail');
  await tap('look');
  await shows('rooms-of-account');
  await shot('console-profile');
  for (const dialog of ['suspend', 'erase']) {
    await tap(dialog);
    await shows('action-form');
    await shot(`console-${dialog}`);
    await tap('dialog-close');
    // On a phone an open dialog is an entry of the history, which goes a moment later.
    await page.waitForFunction(() => history.state?.layer !== true);
  }
  await open('/console#/rooms/pazar');
  await id('look-reason').fill('A question by mail');
  await tap('room-open');
  await shows('said');
  await shot('console-room');
  await tap('message-delete');
  await shows('action-form');
  await shot('console-message-delete');
}

async function walkReports({ open, page, shows, shot, tap, id }) {
  await open('/console#/reports');
  await page.locator('[data-rows="reports"] .row').filter({ hasText: 'scam' }).first().click();
  await shows('report');
  await shot('console-report');
  await tap('look');
  await shows('said');
  await page.locator('[data-reported]').scrollIntoViewIfNeeded();
  await shot('console-report-conversation');
  await tap('uphold');
  await id('report-action').selectOption('suspend_account');
  await id('note').scrollIntoViewIfNeeded();
  await shot('console-report-decision');
}

async function walkKeys({ open, page, shows, shot, tap, id }) {
  await open('/console#/audit');
  await page.locator('[data-rows="audit"] .row').nth(2).click();
  await shows('audit-entry');
  await shot('console-audit-row');
  await open('/console#/operators');
  await shows('keys-active');
  await tap('key-new');
  await id('key-name').fill('Ece Aydın');
  await shot('console-key-new');
  await tap('dialog-close');
  await id('key-rotate').first().click();
  await shows('action-form');
  await shot('console-key-rotate');
  await tap('dialog-close');
}
