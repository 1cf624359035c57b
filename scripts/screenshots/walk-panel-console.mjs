/** The desks beside the chat: a business's panel, and the console of operators. */
import { CONSOLE_KEY } from './service.mjs';

/** Every section that the navigation offers, so that a new one is looked at too. */
async function walkSections({ page, shot }, name) {
  const ways = page.locator('[data-testid^="section-"]');
  const ids = await ways.evaluateAll((links) => links.map((link) => link.dataset.testid));
  for (const id of ids) {
    await page.getByTestId(id).click();
    await page.locator(`[data-testid="${id}"][aria-current="page"]`).waitFor();
    await page.locator('#section-title').waitFor();
    await shot(`${name}-${id.replace('section-', '')}`);
  }
}

/** Pages of their own that stand beside the sections. */
async function walkWays({ page, shot, url }) {
  const ways = page.locator('.workspace-way:not([data-testid^="section-"])');
  for (const path of await ways.evaluateAll((links) => links.map((link) => link.pathname))) {
    await page.goto(`${url}${path}`);
    await page.locator('h1').first().waitFor();
    await shot(path.slice(1).replaceAll('/', '-'));
  }
}

async function link({ open, shows, id, page }, owner) {
  await open('/panel');
  await shows('qr');
  const code = /[?&]code=([\w-]+)/.exec(await id('link-code').inputValue())?.[1];
  await owner.do('POST', '/me/panels', { code });
  await page.getByTestId('linked-by').waitFor();
}

export async function walkPanel(camera, { owner, items }) {
  const { open, shows, shot, tap, id } = camera;
  await open('/panel');
  await shows('qr');
  await shot('panel-link');
  await link(camera, owner);
  await walkSections(camera, 'panel');
  await tap('sponsored-new');
  await shows('save-submit');
  await id('field-title').fill('Kış tadımı');
  await id('field-body').fill('Sıcak bir fincan, uzun bir sohbet.');
  await shot('panel-sponsored-form');
  for (const [item, name] of [
    [items[0], 'live'],
    [items[2], 'rejected'],
  ]) {
    await open(`/panel#/sponsored/${item}`);
    await shows('sponsored-status');
    await shot(`panel-sponsored-${name}`);
  }
  await tap('leave');
  await shows('confirm-yes');
  await shot('panel-leave');
}

/** A person without an organization. */
export async function walkNewPanel(camera, { newcomer }) {
  const { shows, shot, tap } = camera;
  await link(camera, newcomer);
  await shows('organization-form');
  await shot('panel-new');
  await tap('organization-save');
  await shows('purpose-wrong');
  await shot('panel-new-wrong');
  await tap('section-packages');
  await shows('nothing');
  await shot('panel-new-packages');
}

export async function walkConsole(camera) {
  const { open, shows, shot, tap, id, page, forgive } = camera;
  await open('/console');
  await shows('console-key');
  await shot('console-sign-in');
  await id('console-key').fill('not-the-key');
  await page.keyboard.press('Enter');
  await shows('key-problem');
  forgive(/401/);
  await shot('console-wrong-key');
  await id('console-key').fill(CONSOLE_KEY);
  await page.keyboard.press('Enter');
  await shows('section-queue');
  await walkSections(camera, 'console');
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
