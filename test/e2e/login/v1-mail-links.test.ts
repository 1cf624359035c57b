import type { BrowserContext, Page } from 'playwright-core';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { linkIn } from '../../v1/support/mail-server.js';
import { openV1ServiceFixture, PASSWORD, type V1ServiceFixture } from '../../v1/support/v1-service-fixture.js';

describeInChromium('the links of mails', (browser) => {
  let fixture: V1ServiceFixture;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[] = [];
  beforeAll(async () => {
    fixture = await openV1ServiceFixture();
  });
  afterAll(() => fixture[Symbol.asyncDispose]());
  beforeEach(async () => {
    context = await browser().newContext({ locale: 'en-GB' });
    page = await context.newPage();
    complaints = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on(
      'console',
      (message) => message.text().includes('Content Security Policy') && complaints.push(message.text()),
    );
  });
  afterEach(async () => {
    expect(complaints).toEqual([]);
    await context.close();
  });

  const register = async (email: string) => {
    await fixture.post('register', { email, password: PASSWORD });
    return linkIn(await fixture.mail.mailTo(email)).href;
  };
  const logIn = (email: string, password: string) => fixture.post('login', { email, password });

  it('verify an address, when the person says so and not before', async () => {
    const link = await register('ada@example.org');
    // What programs do that look at every link of a mail.
    for (const method of ['GET', 'HEAD', 'GET']) expect((await fetch(link, { method })).status).toBe(200);
    expect((await logIn('ada@example.org', PASSWORD)).body.error.code).toBe('email_not_verified');

    await page.goto(link);
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Your e-mail address is confirmed').waitFor();
    expect((await logIn('ada@example.org', PASSWORD)).status).toBe(200);

    await page.goto(link);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('not valid any more').waitFor();
  });

  it('lead to a new password, and say what is wrong with one', async () => {
    await fixture.member('bora@example.org');
    await fixture.post('forgot-password', { email: 'bora@example.org' });
    const link = linkIn(await fixture.mail.mailTo('bora@example.org', 2)).href;
    await page.goto(link);
    await page.getByLabel('New password').fill('password12');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[role="status"].problem').filter({ hasText: /\S/ }).waitFor();

    await page.getByLabel('New password').fill('a wholly new password');
    await page.getByLabel('Show the password').check();
    expect(await page.getByLabel('New password').getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your new password holds').waitFor();
    expect((await logIn('bora@example.org', 'a wholly new password')).status).toBe(200);
    expect((await logIn('bora@example.org', PASSWORD)).status).toBe(401);
  });

  it('speak Turkish with those who do', async () => {
    const link = await register('cem@example.org');
    const turkish = await browser().newContext({ locale: 'tr-TR' });
    const theirs = await turkish.newPage();
    await theirs.goto(link);
    expect(await theirs.locator('html').getAttribute('lang')).toBe('tr');
    await theirs.getByRole('button', { name: 'Doğrula' }).click();
    await theirs.getByText('E-posta adresiniz doğrulandı').waitFor();
    await turkish.close();
  });

  it('bring nothing that a page would run or show, and nobody may frame the page', async () => {
    const evil = encodeURIComponent('"><script>document.title="taken"</script>');
    const { publicUrl } = fixture.booted.app.config.http;
    for (const path of ['verify-email', 'reset-password']) {
      const answer = await fetch(`${publicUrl}/v1/auth/${path}?token=${evil}`);
      const text = await answer.text();
      expect(text).not.toContain('taken');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      await page.goto(`${publicUrl}/v1/auth/${path}?token=${evil}`);
      expect(await page.title()).not.toBe('taken');
    }
  });
});
