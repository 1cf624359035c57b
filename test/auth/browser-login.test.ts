import type { Page } from 'playwright-core';
import { describeInChromium } from '../support/browsers/chromium.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { beginFlow, type Flow } from './support/code-flow.js';

describeInChromium('logging in with a browser', (browser) => {
  let booted: Booted;
  beforeAll(async () => {
    booted = await bootApp();
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  async function answerAs(page: Page, name: string): Promise<void> {
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Birth date').fill('1988-12-31');
    await page.getByLabel('Gender').selectOption('male');
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  async function returned(page: Page, flow: Flow): Promise<URLSearchParams> {
    await page.waitForURL((url) => url.searchParams.get('state') === flow.state);
    return new URL(page.url()).searchParams;
  }

  it('leads over login and consent back to the page, as two people one after the other in one browser', async () => {
    const { publicUrl } = booted.app.config.http;
    const context = await browser().newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    // The page at the address that is returned to would use up the code itself: here it is looked at only.
    await page.route(`${publicUrl}/?*`, (route) => route.fulfill({ body: 'back' }));
    const ids = new Set<string>();
    for (const name of ['Ayşe', 'Işık']) {
      const flow = beginFlow(`${publicUrl}/dev/oidc`, `${publicUrl}/`);
      await page.goto(flow.url);
      await answerAs(page, name);
      expect(await page.getByText('Logged in as').textContent()).toContain(name);
      await page.getByRole('button', { name: 'Allow' }).click();
      const code = (await returned(page, flow)).get('code');
      const body = { code, redirect_uri: flow.redirectUri, code_verifier: flow.codeVerifier, nonce: flow.nonce };
      const answer = await booted.ask(null, 'POST', '/api/auth/identity', body);
      expect([answer.status, answer.body.account.birth_date, answer.body.account.gender]).toEqual([
        201,
        '1988-12-31',
        'male',
      ]);
      ids.add(answer.body.account.id);
    }
    expect(ids.size).toBe(2);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('comes back with access_denied when the person does not allow it', async () => {
    const { publicUrl } = booted.app.config.http;
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.route(`${publicUrl}/?*`, (route) => route.fulfill({ body: 'back' }));
    const flow = beginFlow(`${publicUrl}/dev/oidc`, `${publicUrl}/`);
    await page.goto(flow.url);
    await answerAs(page, 'Ayşe');
    await page.getByRole('button', { name: 'Deny' }).click();
    expect((await returned(page, flow)).get('error')).toBe('access_denied');
    await context.close();
  });
});
