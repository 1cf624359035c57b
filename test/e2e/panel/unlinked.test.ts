/** A browser that is unlinked from the panel while somebody fills in a form. */
import type { Page } from 'playwright-core';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { developer, type Person, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

describeInChromium('a browser that is unlinked from the panel', (browser) => {
  let server: ServerProcess;
  let ada: Person;
  let bora: Person;
  let page: Page;
  const id = (name: string) => page.getByTestId(name);

  async function link({ token }: Person): Promise<void> {
    await poll(async () => (await id('link-code').inputValue()) !== '', { until: 'there is a code' });
    const code = new URL(await id('link-code').inputValue()).searchParams.get('code') ?? '';
    await rest(server.url, '/me/panels', { method: 'POST', token, body: { code } });
    await id('section-organization').waitFor();
  }

  async function unlink({ token }: Person): Promise<void> {
    const { panels } = await rest<{ panels: { id: string }[] }>(server.url, '/me/panels', { token });
    for (const panel of panels) await rest(server.url, `/me/panels/${panel.id}`, { method: 'DELETE', token });
  }

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off' });
    ada = await developer(server.url, 'ada');
    bora = await developer(server.url, 'bora');
    const context = await browser().newContext({ locale: 'en-GB', viewport: { width: 1200, height: 820 } });
    context.setDefaultTimeout(30_000);
    page = await context.newPage();
    await page.goto(`${server.url}/panel#/organization`);
    await link(ada);
  }, 90_000);
  afterAll(() => server.remove());

  it('keeps the form for the account that fills it in, and for no other', async () => {
    await id('kind-individual').click();
    await id('display-name').fill('Kahve Köşesi');
    await id('purpose').fill('Kahve içmek.');
    await unlink(ada);
    await id('organization-save').click();
    await id('cut-off').waitFor();
    await link(bora);
    expect(await id('display-name').inputValue()).toBe('');
    await unlink(bora);
    await id('kind-individual').click();
    await id('display-name').fill('Çay Köşesi');
    await id('purpose').fill('Çay içmek.');
    await id('organization-save').click();
    await id('cut-off').waitFor();
    await link(ada);
    expect(await id('display-name').inputValue()).toBe('Kahve Köşesi');
    await id('organization-save').click();
    await id('my-role').waitFor();
  }, 60_000);

  it('leaves nothing of a form to somebody who signs in after the person has signed out', async () => {
    await page.goto(`${server.url}/panel#/groups`);
    await id('group-name').fill('Yarım kalan');
    await id('leave').click();
    await page.getByTestId('confirm-yes').click();
    await id('link-page').waitFor();
    await link(ada);
    await id('group-form').waitFor();
    expect(await id('group-name').inputValue()).toBe('');
  }, 60_000);
});
