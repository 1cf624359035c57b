/** Decisions at the console: offered to the roles that take them, made once, and with their words kept when they are refused. */
import { describeInChromium } from '../../support/browsers/chromium.js';
import { OperatorPerson } from '../../support/browsers/operator-person.js';
import { developer, type Person, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';

interface Key {
  key: { id: string };
  secret: string;
}

describeInChromium('decisions at the console', (browser) => {
  let server: ServerProcess;
  let operator: OperatorPerson;
  let keys: Record<'support' | 'moderator', Key>;
  let panel: string;
  const id = (name: string) => operator.id(name);
  const asAdmin = <T>(path: string, body: object) =>
    rest<T>(server.url, `/console${path}`, { method: 'POST', token: CONSOLE_KEY, body });
  const asPanel = <T>(path: string, body: object) =>
    rest<T>(server.url, `/panel${path}`, { method: 'POST', token: panel, body });
  const createKey = (role: string) => asAdmin<Key>('/keys', { name: role, role });

  async function linkPanel({ token }: Person): Promise<void> {
    const shown = await rest<{ code: string; claim: string }>(server.url, '/panel/link', { method: 'POST', body: {} });
    await rest(server.url, '/me/panels', { method: 'POST', token, body: { code: shown.code } });
    const body = { claim: shown.claim };
    panel = (await rest<{ access_token: string }>(server.url, '/panel/link/claim', { method: 'POST', body }))
      .access_token;
  }

  /** An organization whose package includes sponsored items, and its request for the same package again. */
  async function openOrganization(): Promise<void> {
    const about = { kind: 'individual', display_name: 'Kahve', purpose: 'Kahve içenleri bir araya getirmek.' };
    const { organization } = await asPanel<{ organization: { id: string } }>('/organization', about);
    const me = await rest<{ products: { id: string; features: string[] }[] }>(server.url, '/panel/me', {
      token: panel,
    });
    const product_id = me.products.find(({ features }) => features.includes('sponsored'))?.id;
    await asPanel('/organization/package', { product_id });
    await asAdmin(`/organizations/${organization.id}/package-request`, { decision: 'approve' });
    await asPanel('/organization/package', { product_id });
  }

  async function submitItem(title: string): Promise<void> {
    const about = { body: 'Yüzde otuz.', target_kind: 'url', target: 'https://kahve.example.com/yaz', budget: 1_000 };
    const { item } = await asPanel<{ item: { id: string } }>('/sponsored', { title, ...about });
    await asPanel(`/sponsored/${item.id}/submit`, {});
  }

  const itemsIn = async (status: string) =>
    (await rest<{ items: unknown[] }>(server.url, `/console/sponsored?status=${status}`, { token: CONSOLE_KEY })).items
      .length;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', CONSOLE_KEY, DICTIONARY_URL: 'off' });
    await linkPanel(await developer(server.url, 'sahip'));
    await openOrganization();
    for (const title of ['Bir', 'İki', 'Üç']) await submitItem(title);
    keys = { support: await createKey('support'), moderator: await createKey('moderator') };
    const context = await browser().newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    context.setDefaultTimeout(30_000);
    operator = new OperatorPerson(await context.newPage());
    await operator.page.goto(`${server.url}/console`);
  }, 120_000);
  afterAll(() => server.remove());

  it('are not offered to support, neither by a button nor by a key', async () => {
    await operator.signIn(keys.support.secret);
    const sent: string[] = [];
    operator.page.on('request', (request) => request.method() === 'GET' || sent.push(request.url()));
    for (const [section, card] of [
      ['packages', 'package-request'],
      ['sponsored', 'review'],
    ] as const) {
      await operator.go(section);
      await id(card).waitFor();
      for (const button of ['approve', 'reject', 'credits']) expect(await id(button).count()).toBe(0);
      await operator.page.keyboard.press('a');
      await operator.page.keyboard.press('r');
      expect(await id('note').count()).toBe(0);
    }
    expect(sent).toEqual([]);
  });

  it('are offered to a moderator about sponsored items, and not about packages', async () => {
    await operator.leave();
    await operator.signIn(keys.moderator.secret);
    await operator.go('packages');
    await id('package-request').waitFor();
    for (const button of ['approve', 'reject', 'credits']) expect(await id(button).count()).toBe(0);
    await operator.go('sponsored');
    await id('approve').waitFor();
  });

  it('are made once while their key is held down', async () => {
    await operator.page.keyboard.down('a');
    await id('notice').filter({ hasText: 'live' }).waitFor();
    for (let repeat = 0; repeat < 5; repeat += 1) await operator.page.keyboard.down('a');
    await operator.page.keyboard.up('a');
    await poll(async () => (await itemsIn('live')) > 0, { until: 'an item is live' });
    await id('waiting-sponsored').filter({ hasText: '2' }).waitFor();
    expect([await itemsIn('live'), await itemsIn('review')]).toEqual([1, 2]);
  });

  it('keep their reason when no answer comes, and are sent once for two presses', async () => {
    await id('reject').click();
    await id('note').fill('The discount is not real.');
    await operator.page.route('**/decision', (route) => route.abort());
    await id('note-send').click();
    await id('notice').filter({ hasText: 'No answer' }).waitFor();
    expect(await id('note').inputValue()).toBe('The discount is not real.');
    await operator.page.unroute('**/decision');
    const sent: string[] = [];
    operator.page.on('request', (request) => request.url().endsWith('/decision') && sent.push(request.url()));
    await id('note').focus();
    await operator.page.keyboard.press('Control+Enter');
    await operator.page.keyboard.press('Control+Enter');
    await id('notice').filter({ hasText: 'rejected' }).waitFor();
    expect([sent.length, await itemsIn('rejected')]).toEqual([1, 1]);
  });

  it('begin with their reason again after a login that has ended meanwhile', async () => {
    const { accountId } = await developer(server.url, 'bob');
    await operator.find(accountId);
    await id('suspend').click();
    await id('reason').fill('Floods three rooms.');
    const body = { reason: 'was seen by somebody' };
    const { secret } = await asAdmin<Key>(`/keys/${keys.moderator.key.id}/rotation`, body);
    await id('action-send').click();
    await id('key-problem').waitFor();
    await operator.signIn(secret);
    await id('suspend').click();
    expect(await id('reason').inputValue()).toBe('Floods three rooms.');
    await operator.page.keyboard.press('Escape');
    await id('suspend').click();
    expect(await id('reason').inputValue()).toBe('');
    await id('reason').fill('Floods three rooms.');
    await asAdmin(`/keys/${keys.moderator.key.id}/rotation`, body);
    await id('action-send').click();
    await id('key-problem').waitFor();
    // Another operator of this tab does not see the words, and nothing stays when one signs out.
    await operator.signIn(keys.support.secret);
    await id('end-sessions').click();
    expect(await id('reason').inputValue()).toBe('');
    await operator.page.keyboard.press('Escape');
    await operator.leave();
    expect(await operator.page.evaluate('sessionStorage.length')).toBe(0);
  });
});
