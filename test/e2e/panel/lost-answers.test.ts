/** Forms whose answer is lost on its way, or that are sent twice at once: what they ask for is done once. */
import type { Page, Route } from 'playwright-core';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { loseAnswers, loseFirstAnswer } from '../../support/browsers/lost-answers.js';
import { developer, type Person, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';

interface LinkedPanel {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  link_id: string;
}

describeInChromium('a form whose answer is lost', (browser) => {
  let server: ServerProcess;
  let linked: LinkedPanel;
  let organization: { id: string };
  const broken: string[] = [];

  async function newPage(): Promise<Page> {
    const context = await browser().newContext({ locale: 'tr-TR', viewport: { width: 1240, height: 900 } });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => broken.push(String(error)));
    return page;
  }

  const asPanel = <T>(path: string, body?: object): Promise<T> =>
    rest<T>(server.url, path, { token: linked.access_token, ...(body && { method: 'POST', body }) });

  async function linkPanel(owner: Person): Promise<LinkedPanel> {
    const shown = await rest<{ code: string; claim: string }>(server.url, '/panel/link', { method: 'POST', body: {} });
    await rest(server.url, '/me/panels', { method: 'POST', token: owner.token, body: { code: shown.code } });
    return rest(server.url, '/panel/link/claim', { method: 'POST', body: { claim: shown.claim } });
  }

  async function openPanel(section: string): Promise<Page> {
    const page = await newPage();
    const { access_token: access, refresh_token: refresh, link_id: linkId, expires_in } = linked;
    const session = { linkId, access, refresh, expiresAt: Date.now() + expires_in * 1_000, key: 'a-key-of-this-pair' };
    const held = JSON.stringify(JSON.stringify(session));
    await page.addInitScript(`localStorage.setItem('meydan.panel-session', ${held})`);
    await page.goto(`${server.url}/panel#/${section}`);
    return page;
  }

  const impressions = async () =>
    (await asPanel<{ balances: { impression: number } }>('/panel/usage')).balances.impression;

  const sendTwice = (page: Page, form: string) =>
    page.evaluate(`(() => {
      const form = document.querySelector('[data-testid="${form}"]');
      form.requestSubmit();
      form.requestSubmit();
    })()`);

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', CONSOLE_KEY });
    const [owner] = await Promise.all(
      ['sahip', 'bora', 'cem', 'ece', 'deniz'].map((name) => developer(server.url, name)),
    );
    linked = await linkPanel(owner as Person);
    const about = { kind: 'individual', display_name: 'Kahve Köşesi', purpose: 'Kahve içmek.' };
    organization = (await asPanel<{ organization: { id: string } }>('/panel/organization', about)).organization;
  }, 90_000);
  afterAll(() => server.remove());

  it('opens one group', async () => {
    const page = await openPanel('groups');
    await loseFirstAnswer(page, '/api/panel/groups');
    for (const name of ['Kayıp yanıt', 'İki kez']) {
      await page.getByTestId('group-name').fill(name);
      await page.getByTestId('group-type').selectOption({ index: 1 });
      await sendTwice(page, 'group-form');
      await page.getByTestId('notice').filter({ hasText: /./ }).waitFor();
      await page.locator('main').getByText(name, { exact: true }).first().waitFor();
    }
    const { founded } = await asPanel<{ founded: { name: string }[] }>('/panel/groups');
    expect(founded.map(({ name }) => name).sort()).toEqual(['Kayıp yanıt', 'İki kez'].sort());
  });

  it('adds a person without an error', async () => {
    const page = await openPanel('team');
    await loseFirstAnswer(page, '/api/panel/members');
    for (const name of ['bora', 'cem']) {
      await page.getByTestId('person-name').fill(name);
      await sendTwice(page, 'add-person');
      await page.getByTestId('team').getByText(name, { exact: true }).waitFor();
      expect(await page.getByTestId('person-name').inputValue()).toBe('');
      expect(await page.getByTestId('person-name').getAttribute('aria-invalid')).not.toBe('true');
    }
  });

  it('adds another person than the one of the lost answer', async () => {
    const page = await openPanel('team');
    const endLosses = await loseAnswers(page, '/api/panel/members');
    await page.getByTestId('person-name').fill('ece');
    await page.getByTestId('person-name').press('Enter');
    await page.locator('[data-testid="person-name"][aria-invalid="true"]').waitFor();
    endLosses();
    await page.getByTestId('person-name').fill('deniz');
    await page.getByTestId('person-name').press('Enter');
    await page.getByTestId('team').getByText('deniz', { exact: true }).waitFor();
    await page.getByTestId('team').getByText('ece', { exact: true }).waitFor();
    expect(await page.getByTestId('person-name').getAttribute('aria-invalid')).not.toBe('true');
  });

  it.each([
    ['groups', 'group-open', '/api/panel/groups'],
    ['team', 'person-add', '/api/panel/members'],
  ])('shows that it is sending: %s', async (section, button, path) => {
    const page = await openPanel(section);
    const held: Route[] = [];
    await page.route(`**${path}`, (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      held.push(route);
    });
    await page.getByTestId(section === 'team' ? 'person-name' : 'group-name').fill('fuat');
    if (section === 'groups') await page.getByTestId('group-type').selectOption({ index: 1 });
    await page.getByTestId(button).click();
    await page.locator(`[data-testid="${button}"][aria-busy="true"]`).waitFor();
    await poll(() => held.length > 0, { until: 'the form is on its way' });
    await held[0]?.continue();
    await page.locator(`[data-testid="${button}"][aria-busy="false"]`).waitFor();
  });

  it('grants credits once, when the operator sends it again', async () => {
    const page = await newPage();
    await page.goto(`${server.url}/console#/packages`);
    await page.getByTestId('console-key').fill(CONSOLE_KEY);
    await page.keyboard.press('Enter');
    await page.getByTestId('credits').locator('summary').click();
    await page.getByTestId('credit-organization').fill(organization.id);
    await page.getByTestId('credit-quantity').fill('250');
    await loseFirstAnswer(page, '/grants');
    await page.getByTestId('credit-quantity').press('Enter');
    await page.getByTestId('notice').locator('.is-problem').waitFor();
    await page.getByTestId('credit-quantity').press('Enter');
    await page.getByTestId('notice').filter({ hasText: '250' }).waitFor();
    expect(await impressions()).toBe(250);
    await page.getByTestId('credit-quantity').fill('250');
    await page.getByTestId('credit-quantity').press('Enter');
    await page.getByTestId('notice').filter({ hasText: '500' }).waitFor();
    expect(await impressions()).toBe(500);
  });

  it('and an address with a lone % in it shows the page', async () => {
    const page = await openPanel('%E0%A4%A');
    await page.getByTestId('section-organization').waitFor();
    expect(broken).toEqual([]);
  });
});
