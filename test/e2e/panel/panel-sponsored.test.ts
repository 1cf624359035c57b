/** A sponsored item's whole way in a real browser: written, reviewed, seen by somebody, counted, hidden. */
import type { BrowserContext, Page, Route } from 'playwright-core';
import { draftOf } from '../../console/support.js';
import { barriersOn } from '../../support/browsers/axe.js';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { enter, type PagePerson } from '../../support/browsers/page-person.js';
import { developer, type Person, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

const KEYS = { CONSOLE_KEY: 'a-key-for-operators-of-these-tests', DICTIONARY_KEY: 'a-key-for-the-service' };
const OUTSIDE = 'https://kahve.example.com/yaz';
const TITLE = 'Yaz indirimi';

interface LinkedPanel {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  link_id: string;
}

describeInChromium('sponsored items in the panel, the console and the chat page', (browser) => {
  let server: ServerProcess;
  let owner: Person;
  let panelToken: string;
  let panel: Page;
  let desk: Page;
  let viewer: PagePerson;
  const broken: string[] = [];
  const contexts: BrowserContext[] = [];

  async function newPage(): Promise<Page> {
    const context = await browser().newContext({ locale: 'tr-TR', viewport: { width: 1240, height: 1700 } });
    contexts.push(context);
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => broken.push(String(error)));
    return page;
  }

  /** As operators do it, beside their page. */
  async function operate(method: string, path: string, body: object): Promise<void> {
    const { status } = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${KEYS.CONSOLE_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (status >= 300) throw new Error(`${path} answered ${status}`);
  }

  const asPanel = <T>(path: string, body: object): Promise<T> =>
    rest<T>(server.url, path, { method: 'POST', token: panelToken, body });

  /** A browser that somebody lent their account, as the code leaves it. */
  async function linkPanel(): Promise<LinkedPanel> {
    const shown = await rest<{ code: string; claim: string }>(server.url, '/panel/link', { method: 'POST', body: {} });
    await rest(server.url, '/me/panels', { method: 'POST', token: owner.token, body: { code: shown.code } });
    return rest(server.url, '/panel/link/claim', { method: 'POST', body: { claim: shown.claim } });
  }

  /** With a package that includes sponsored items. */
  async function openOrganization(): Promise<void> {
    const about = { kind: 'individual', display_name: 'Kahve Köşesi', purpose: 'Kahve içenleri bir araya getirmek.' };
    const { organization } = await asPanel<{ organization: { id: string } }>('/panel/organization', about);
    const { products } = await rest<{ products: { id: string; features: string[] }[] }>(server.url, '/panel/me', {
      token: panelToken,
    });
    const product = products.find(({ features }) => features.includes('sponsored'));
    await asPanel('/panel/organization/package', { product_id: product?.id });
    await operate('POST', `/api/console/organizations/${organization.id}/package-request`, { decision: 'approve' });
  }

  async function openPanel(linked: LinkedPanel): Promise<void> {
    panel = await newPage();
    const { access_token: access, refresh_token: refresh, link_id: linkId, expires_in } = linked;
    const session = { linkId, access, refresh, expiresAt: Date.now() + expires_in * 1_000, key: 'a-key-of-this-pair' };
    const held = JSON.stringify(JSON.stringify(session));
    await panel.addInitScript(`localStorage.setItem('meydan.panel-session', ${held})`);
    await panel.goto(`${server.url}/panel#/sponsored`);
  }

  async function openDesk(): Promise<void> {
    desk = await newPage();
    await desk.goto(`${server.url}/console`);
    await desk.getByTestId('console-key').fill(KEYS.CONSOLE_KEY);
    await desk.keyboard.press('Enter');
    await desk.getByTestId('section-sponsored').click();
  }

  const field = (name: string) => panel.getByTestId(`field-${name}`);
  const inPreview = (placement: string) => panel.getByTestId(`preview-${placement}`);
  const status = (wanted: string) => panel.locator(`[data-testid="sponsored-status"][data-status="${wanted}"]`);
  const offered = () => viewer.page.getByTestId('side').getByTestId('sponsored');
  const toldOf = (action: string) =>
    viewer.page.waitForResponse((answer) => answer.url().endsWith(`/${action}`) && answer.status() === 204);

  /** As the service tells the organization. */
  async function numbers(): Promise<{ impressions: number; clicks: number }> {
    const { items } = await rest<{ items: { title: string; impressions: number; clicks: number }[] }>(
      server.url,
      '/panel/sponsored',
      { token: panelToken },
    );
    return items.find(({ title }) => title === TITLE) ?? { impressions: 0, clicks: 0 };
  }

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...KEYS });
    owner = await developer(server.url, 'sahip');
    const linked = await linkPanel();
    panelToken = linked.access_token;
    await openOrganization();
    await openPanel(linked);
    await openDesk();
  }, 120_000);
  afterAll(async () => {
    for (const context of contexts) await context.close();
    await viewer?.context.close();
    await server?.remove();
  });

  it('is written with its preview beside it, and what is wrong is said at its field', async () => {
    await panel.getByTestId('nothing').waitFor();
    expect(await barriersOn(panel)).toEqual([]);
    await panel.getByTestId('sponsored-new').click();
    await field('title').fill(TITLE);
    await field('body').fill('Bütün kitaplarda yüzde otuz.');
    for (const placement of ['chats', 'discover_topics', 'discover_entries']) {
      await inPreview(placement).filter({ hasText: TITLE }).filter({ hasText: 'yüzde otuz' }).waitFor();
    }
    await field('target').fill('http://kahve.example.com/yaz');
    await field('budget').fill('99');
    await panel.getByTestId('save-submit').click();
    await panel.getByTestId('problem-budget').waitFor();
    expect(await field('budget').getAttribute('aria-invalid')).toBe('true');
    await field('budget').fill('1000');
    await panel.getByTestId('save-submit').click();
    await panel.getByTestId('problem-target').waitFor();
    expect(await barriersOn(panel)).toEqual([]);
    await field('target').fill(OUTSIDE);
  });

  it('asks again for half a time and for a budget that reads as another one', async () => {
    await field('ends_at').click();
    await panel.keyboard.type('05052030');
    await panel.getByTestId('save-submit').click();
    await panel.getByTestId('problem-ends_at').waitFor();
    // To this script half a time is empty already; a whole one can be cleared.
    await field('ends_at').fill('2030-05-05T10:00');
    await field('ends_at').fill('');
    for (const written of ['100.000', '1e']) {
      await field('budget').fill('');
      await field('budget').pressSequentially(written);
      await panel.getByTestId('save').click();
      await panel.getByTestId('problem-budget').waitFor();
    }
    expect((await rest<{ items: unknown[] }>(server.url, '/panel/sponsored', { token: panelToken })).items).toEqual([]);
    await field('budget').fill('1000');
  });

  it('takes a picture, which the preview shows at once', async () => {
    const drawn: string = await panel.evaluate(`(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
      const context = canvas.getContext('2d');
      context.fillStyle = '#c4562a';
      context.fillRect(0, 0, 320, 180);
      return canvas.toDataURL('image/png').split(',')[1];
    })()`);
    const file = { name: 'yaz.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') };
    const links: Route[] = [];
    await panel.route('**/media/presign', (route) => route.abort(), { times: 1 });
    await panel.getByTestId('picture-file').setInputFiles(file);
    await panel.getByTestId('problem-image_key').filter({ hasText: 'Yanıt yok' }).waitFor();
    await panel.route('**/media/presign', (route) => void links.push(route));
    await panel.getByTestId('picture-file').setInputFiles(file);
    await poll(() => links.length === 1, { until: 'the picture is on its way' });
    expect(await panel.getByTestId('save-submit').isDisabled()).toBe(true);
    await field('title').press('Enter');
    await links[0]?.continue();
    await inPreview('discover_entries').locator('img').waitFor();
    await panel.getByTestId('save-submit').click();
    await status('review').waitFor();
    const shown = inPreview('discover_entries').locator('img');
    await shown.waitFor();
    expect(await shown.getAttribute('src')).toContain('/sponsored/');
    expect(await barriersOn(panel)).toEqual([]);
  });

  it('is approved in the console by a key', async () => {
    await desk.getByTestId('reload').click();
    await desk.getByTestId('review').filter({ hasText: TITLE }).filter({ hasText: 'Kahve Köşesi' }).waitFor();
    expect(await desk.getByTestId('target').textContent()).toBe(OUTSIDE);
    expect(await barriersOn(desk)).toEqual([]);
    await desk.keyboard.press('a');
    await desk.getByTestId('nothing').waitFor();
    await desk.getByTestId('tab-live').click();
    await desk.getByTestId('review').filter({ hasText: TITLE }).waitFor();
  });

  it("stands in somebody's chat list, marked, leads outside safely, and its impression is counted", async () => {
    viewer = await enter(browser(), server.url, 'bakan');
    const { page, context } = viewer;
    page.on('pageerror', (error) => broken.push(String(error)));
    await context.route(`${OUTSIDE}**`, (route) => route.fulfill({ body: 'summer', contentType: 'text/plain' }));
    await offered().filter({ hasText: TITLE }).filter({ hasText: 'Sponsorlu · Kahve Köşesi' }).waitFor();
    await poll(async () => (await numbers()).impressions === 1, { until: 'it counts as seen', withinMs: 30_000 });
    expect(await barriersOn(page)).toEqual([]);
    const way = offered().getByTestId('sponsored-way');
    expect((await way.getAttribute('rel'))?.split(' ')).toEqual(expect.arrayContaining(['noopener', 'noreferrer']));
    const [opened] = await Promise.all([context.waitForEvent('page'), toldOf('tap'), way.click()]);
    await opened.waitForURL(OUTSIDE);
    expect(await opened.evaluate('[document.referrer, window.opener === null].join()')).toBe(',true');
    await opened.close();
  });

  it('is told in the panel: one impression and one tap', async () => {
    await panel.reload();
    await status('live').waitFor();
    expect(await panel.getByTestId('count-impressions').textContent()).toBe('1');
    expect(await panel.getByTestId('count-clicks').textContent()).toBe('1');
    const days = panel.getByTestId('sponsored-days');
    await days.getByTestId('days-table').click();
    await days.getByRole('cell', { name: '1', exact: true }).first().waitFor();
    expect(await days.getByRole('img').count()).toBe(3);
    await panel.getByTestId('sponsored-back').click();
    await panel.getByTestId('sponsored-line').filter({ hasText: TITLE }).waitFor();
    expect(await barriersOn(panel)).toEqual([]);
    await panel.getByTestId('sponsored-line').click();
  });

  it('stands among topics and articles too', async () => {
    await operate('POST', '/console/admin/categories', { slug: 'food', name: 'Food' });
    await operate('POST', '/console/admin/topics', { tag: 'kahve', title: 'Kahve', category: 'food' });
    const told = await fetch(`${server.url}/console/dictionary/entries`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEYS.DICTIONARY_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify(draftOf({ message: 'first', tag: 'kahve', author: 'ada' })),
    });
    const { entry } = (await told.json()) as { entry: { id: number } };
    await operate('POST', `/console/admin/entries/${entry.id}/decision`, { decision: 'publish' });
    await viewer.page.getByTestId('discover').click();
    await viewer.page.getByTestId('topics').getByTestId('sponsored').filter({ hasText: TITLE }).waitFor();
    expect(await barriersOn(viewer.page)).toEqual([]);
    await viewer.page.getByTestId('topic').click();
    await viewer.page.getByTestId('entries').getByTestId('sponsored').filter({ hasText: TITLE }).waitFor();
    expect(await barriersOn(viewer.page)).toEqual([]);
  });

  it('is hidden for good, from every place at once', async () => {
    const { page } = viewer;
    await Promise.all([toldOf('hide'), offered().getByTestId('sponsored-hide').click()]);
    expect(await page.getByTestId('sponsored').count()).toBe(0);
    const offer = page.waitForResponse((answer) => answer.url().includes('/api/sponsored?placement=chats'));
    await page.reload();
    expect(await (await offer).json()).toEqual({ item: null });
    expect(await page.getByTestId('sponsored').count()).toBe(0);
  });

  it('is paused, goes on, and an item that is sent back says why', async () => {
    await status('live').waitFor();
    const steps: string[] = [];
    panel.on('request', (request) => {
      if (request.method() === 'POST') steps.push(request.url().split('/').at(-1) ?? '');
    });
    await panel.getByTestId('pause').dblclick();
    await status('paused').waitFor();
    await panel.getByTestId('resume').dblclick();
    await status('live').waitFor();
    expect(steps).toEqual(['pause', 'resume']);
    const second = { title: 'Çekiliş', body: 'Katılana kahve.', target_kind: 'url', target: OUTSIDE, budget: 100 };
    const { item } = await asPanel<{ item: { id: string } }>('/panel/sponsored', second);
    await asPanel(`/panel/sponsored/${item.id}/submit`, {});
    await desk.getByTestId('tab-review').click();
    await desk.getByTestId('review').filter({ hasText: 'Çekiliş' }).waitFor();
    await desk.keyboard.press('r');
    await desk.getByTestId('note').fill('Çekilişin koşulları yazmıyor.');
    await desk.keyboard.press('Control+Enter');
    await desk.getByTestId('nothing').waitFor();
    await panel.goto(`${server.url}/panel#/sponsored/${item.id}`);
    await panel.getByTestId('reject-reason').filter({ hasText: 'Çekilişin koşulları yazmıyor.' }).waitFor();
    await panel.getByTestId('remove').click();
    await panel.getByTestId('confirm-yes').click();
    await panel.locator('[data-testid="sponsored-line"]:only-of-type').filter({ hasText: TITLE }).waitFor();
    expect(broken).toEqual([]);
  });
});
