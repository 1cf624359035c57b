/** A business's panel beside the chat, and the sections of any such page. */

/** Every section that the navigation offers, so that a new one is looked at too. */
export async function walkSections({ page, shot, shows, forgive }, name) {
  const ways = page.locator('[data-testid^="section-"]');
  const ids = await ways.evaluateAll((links) => links.map((link) => link.dataset.testid));
  for (const id of ids) {
    await page.getByTestId(id).click();
    await page.locator(`[data-testid="${id}"][aria-current="page"]`).waitFor();
    await page.locator('#section-title').waitFor();
    if (id === 'section-nodes') {
      // A single node has no slots to move: the browser logs the refusal, and the page shows it.
      await shows('nothing');
      forgive(/409/);
    }
    await shot(`${name}-${id.replace('section-', '')}`);
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
