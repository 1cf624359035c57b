/** Before the chat, and the pages that stand beside it. */

export async function walkEntry({ open, shows, shot, id, tap, page, look, forgive }) {
  await open('/');
  await shows('login-provider');
  await shot('login');
  await tap('login-provider');
  await page.getByLabel('Name').waitFor();
  await shot('login-at-provider');
  await open('/');
  // Each look has a newcomer of its own.
  await id('login-dev-name').fill(`yeni ${look.screen} ${look.colorScheme} ${look.language}`);
  await tap('login-dev-submit');
  await shows('username-input');
  await shot('username');
  await id('username-input').fill('elif');
  await tap('username-submit');
  await shows('username-error');
  forgive(/422/);
  await shot('username-taken');
  await id('username-input').fill(`y_${look.screen}_${look.colorScheme}_${look.language}`);
  await tap('username-submit');
  await shows('side');
  await page.getByTestId('first-create').waitFor({ state: 'attached' });
  await shot('first-steps');
}

export async function walkPlain({ shot, page, url, forgive }) {
  for (const [path, name, without] of plainPages) {
    await page.goto(`${url}${path}`);
    await page.locator('main').waitFor();
    await shot(name, { without });
  }
  await page.goto(`${url}/no/such/page`);
  await page.locator('main').waitFor();
  forgive(/status of 404/);
  await shot('not-found');
  // Nobody asked for this login, and the page says so.
  await page.goto(`${url}/v1/auth/idp_callback?state=none&code=none`);
  await page.locator('main').waitFor();
  forgive(/status of 4\d\d/);
  await shot('login-problem');
}

const plainPages = [
  ['/docs', 'docs', 'main > :nth-child(n + 12), nav li:nth-child(n + 12)'],
  ['/docs/guides/curl', 'docs-guide'],
  ['/v1/auth/verify-email?token=none', 'mail-verify'],
  ['/v1/auth/reset-password?token=none', 'mail-reset'],
  ['/dev/outbox', 'outbox'],
];
