/** The panel in a real browser: from the QR code to an organization with a package, its team and its groups. */
import jsqr from 'jsqr';
import type { BrowserContext, Page } from 'playwright-core';
import { barriersOn } from '../../support/browsers/axe.js';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { enter, type PagePerson } from '../../support/browsers/page-person.js';
import { developer, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';
const WRONG_TAX_ID = '1234567891';
const TAX_ID = '1234567890';
const PAID = 'baslangic';

const codeOf = (link: string): string => new URL(link).searchParams.get('code') ?? '';

const SIDE = 300;

/** What stands in the code, read from its picture as a camera would. */
async function readQr(page: Page): Promise<string | undefined> {
  const dots = (await page.evaluate(`(async () => {
    const drawing = document.querySelector('[data-testid="qr"]').cloneNode(true);
    for (const side of ['width', 'height']) drawing.setAttribute(side, ${SIDE});
    const image = new Image();
    image.src = 'data:image/svg+xml,' + encodeURIComponent(new XMLSerializer().serializeToString(drawing));
    await image.decode();
    const pen = Object.assign(document.createElement('canvas'), { width: ${SIDE}, height: ${SIDE} }).getContext('2d');
    pen.drawImage(image, 0, 0, ${SIDE}, ${SIDE});
    const { data } = pen.getImageData(0, 0, ${SIDE}, ${SIDE});
    return Array.from({ length: data.length / 4 }, (_, at) => (data[4 * at] < 128 ? '1' : '0')).join('');
  })()`)) as string;
  const pixels = [...dots].flatMap((dot) => (dot === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255]));
  return jsqr.default(Uint8ClampedArray.from(pixels), SIDE, SIDE)?.data;
}

describeInChromium('the panel', (browser) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let context: BrowserContext;
  let page: Page;
  let broken: string[];
  const id = (name: string) => page.getByTestId(name);
  const hers = (name: string) => ada.page.getByTestId(name);
  const shows = (name: string, text: string | RegExp) => id(name).filter({ hasText: text }).first().waitFor();

  const go = async (section: string): Promise<void> => {
    await id(`section-${section}`).click();
    await page.locator(`[data-testid="section-${section}"][aria-current="page"]`).waitFor();
  };

  /** As somebody does who has the phone in their hand. */
  async function confirmInChat(code: string): Promise<void> {
    await hers('panel-code').fill(code);
    await hers('panel-code-show').click();
    await hers('panel-question').filter({ hasText: 'Chrome' }).waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await hers('panel-confirm').click();
  }

  /** Another browser, in which the panel is linked to somebody. */
  async function linkedPage(name: string, section: string): Promise<Page> {
    const other = await browser().newContext({ locale: 'en-GB' });
    other.setDefaultTimeout(30_000);
    const linked = await other.newPage();
    await linked.goto(`${server.url}/panel#/${section}`);
    const field = linked.getByTestId('link-code');
    await poll(async () => (await field.inputValue()) !== '', { until: 'there is a code', withinMs: 30_000 });
    const { token } = await developer(server.url, name);
    await rest(server.url, '/me/panels', { method: 'POST', token, body: { code: codeOf(await field.inputValue()) } });
    return linked;
  }

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', CONSOLE_KEY });
    ada = await enter(browser(), server.url, 'ada');
    await developer(server.url, 'bob');
    context = await browser().newContext({ locale: 'en-GB', viewport: { width: 1200, height: 820 } });
    context.setDefaultTimeout(30_000);
    page = await context.newPage();
    broken = [];
    page.on('pageerror', (error) => broken.push(String(error)));
  }, 120_000);
  afterAll(() => server.remove());

  it('is linked by a QR code that somebody confirms in the chat page', async () => {
    const answer = await page.goto(`${server.url}/panel`);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    await id('qr').waitFor();
    await shows('good-for', /[12]:\d\d/);
    expect(await barriersOn(page)).toEqual([]);
    const said = await readQr(page);
    expect(said).toMatch(/^\w+:\/\/panel-link\?code=[\w-]{20,}$/);
    expect(said).toBe(await id('link-code').inputValue());
    await hers('me').click();
    await hers('me-panels').click();
    await hers('panel-code').fill('a-code-of-nobody');
    await hers('panel-code-show').click();
    await hers('panel-code-wrong').waitFor();
    await confirmInChat(said as string);
    await hers('panel-line').filter({ hasText: 'Chrome' }).waitFor();
    await shows('linked-by', 'ada');
  });

  it('sets up an organization, and says at its field what is wrong', async () => {
    await id('organization-form').waitFor();
    await go('packages');
    await id('nothing').waitFor();
    await go('organization');
    expect(await barriersOn(page)).toEqual([]);
    await id('display-name').fill('Kahve Köşesi');
    await shows('slug-preview', 'kahve-kosesi');
    await id('organization-save').click();
    for (const field of ['purpose', 'type', 'billing-legal_name', 'billing-tax_id'])
      await id(`${field}-wrong`).waitFor();
    expect(await page.evaluate('document.activeElement.dataset.testid')).toBe('purpose');
    await id('type').selectOption({ index: 1 });
    await id('purpose').fill('Bringing people together over coffee.');
    await id('billing-legal_name').fill('Kahve Ltd.');
    await id('billing-tax_office').fill('Kadıköy');
    await id('billing-address').fill('Moda Cad. 1');
    await id('billing-city').fill('İstanbul');
    await id('billing-tax_id').fill(WRONG_TAX_ID);
    await id('slug').fill('admin');
    await id('organization-save').click();
    await id('slug-wrong').waitFor();
    await id('slug').fill('');
    await id('organization-save').click();
    await shows('billing-tax_id-wrong', 'not a valid tax number');
    expect(await barriersOn(page)).toEqual([]);
    await id('billing-tax_id').fill(TAX_ID);
    await page.keyboard.press('Enter');
    await shows('my-role', 'Owner');
    expect(await id('slug').inputValue()).toBe('kahve-kosesi');
    expect(await barriersOn(page)).toEqual([]);
  });

  it('asks for a package, takes that back, and asks again', async () => {
    await go('packages');
    const product = id(`product-${PAID}`);
    await product.filter({ hasText: 'VAT' }).waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await product.getByTestId('take-package').click();
    await id('pending-package').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await id('withdraw').click();
    await id('pending-package').waitFor({ state: 'detached' });
    await product.getByTestId('take-package').click();
    await id('pending-package').waitFor();
  });

  it('has the package when an operator approves it, and its usage shows the credits', async () => {
    const desk = await context.newPage();
    await desk.goto(`${server.url}/console#/packages`);
    await desk.getByTestId('console-key').fill(CONSOLE_KEY);
    await desk.keyboard.press('Enter');
    await desk.getByTestId('package-request').filter({ hasText: 'Kahve Köşesi' }).waitFor();
    expect(await barriersOn(desk)).toEqual([]);
    await desk.keyboard.press('a');
    await desk.getByTestId('nothing').waitFor();
    await desk.getByTestId('credits').locator('summary').click();
    await desk.getByTestId('credit-quantity').fill('250');
    await desk.getByTestId('credit-note').fill('For the wait');
    expect(await barriersOn(desk)).toEqual([]);
    await desk.getByTestId('credit-give').click();
    await desk.getByTestId('notice').filter({ hasText: 'Balance' }).waitFor();
    await desk.close();
    await id('reload').click();
    await id('pending-package').waitFor({ state: 'detached' });
    await go('usage');
    await shows('movements', 'For the wait');
    await shows('movements', `Package “${PAID}”`);
    await shows('movements', '+250');
    await id('chart').getByRole('img').waitFor();
    expect(await barriersOn(page)).toEqual([]);
  });

  it('gives somebody a role, another one, and takes it back', async () => {
    await go('team');
    await id('person-name').fill('nobody-at-all');
    await id('person-add').click();
    await id('person-name-wrong').waitFor();
    await id('person-name').fill('bob');
    await page.keyboard.press('Enter');
    const bob = id('member-bob');
    await bob.waitFor();
    await bob.getByTestId('member-role').selectOption('viewer');
    await shows('notice', 'Role changed.');
    expect(await barriersOn(page)).toEqual([]);
    await bob.getByTestId('member-remove').click();
    expect(await barriersOn(page)).toEqual([]);
    await id('confirm-yes').click();
    await bob.waitFor({ state: 'detached' });
  });

  it('takes its forms away, and says why, when a role ended while the page was open', async () => {
    await go('team');
    await id('person-name').fill('bob');
    await id('person-add').click();
    const bob = id('member-bob');
    await bob.getByTestId('member-role').selectOption('admin');
    await shows('notice', 'Role changed.');
    await developer(server.url, 'cem');
    const theirs = await linkedPage('bob', 'team');
    await theirs.getByTestId('person-name').fill('cem');
    const changed = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await bob.getByTestId('member-role').selectOption('viewer');
    await changed;
    await theirs.getByTestId('person-add').click();
    await theirs.getByTestId('add-person').waitFor({ state: 'detached' });
    await theirs.getByTestId('notice').filter({ hasText: 'Your role does not allow this' }).waitFor();
    await theirs.context().close();
    await bob.getByTestId('member-remove').click();
    await id('confirm-yes').click();
    await bob.waitFor({ state: 'detached' });
  });

  it('opens a group of a kind, which fixes the address of the organization', async () => {
    await go('groups');
    await id('group-name').fill('Sabah Kahvesi');
    await id('group-open').click();
    await id('group-type-wrong').waitFor();
    await id('group-type').selectOption({ index: 1 });
    await id('group-open').click();
    await shows('founded', 'sabah-kahvesi');
    await id('group-name').fill('Another');
    await id('group-type').selectOption({ index: 1 });
    await id('group-slug').fill('sabah-kahvesi');
    await id('group-open').click();
    await shows('group-slug-wrong', 'This address is taken');
    expect(await barriersOn(page)).toEqual([]);
    await go('organization');
    await poll(() => id('slug').isDisabled(), { until: 'the address is fixed', withinMs: 30_000 });
    await ada.page.reload();
    await ada.page.locator('[data-testid="room-line"][data-slug="sabah-kahvesi"]').waitFor();
  });

  it('reads well on a phone, in the dark and in Turkish', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await id('language-tr').click();
    await id('section-usage').filter({ hasText: 'Kullanım' }).waitFor();
    for (const section of ['organization', 'packages', 'usage', 'groups', 'team']) {
      await go(section);
      await page.locator('#section-title').waitFor();
      expect(await barriersOn(page)).toEqual([]);
      // Nothing is wider than the phone.
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await id('language-en').click();
    await page.setViewportSize({ width: 1200, height: 820 });
  });

  it('renews its session once, however many calls need it', async () => {
    await go('usage');
    await id('movements').waitFor();
    let renewals = 0;
    page.on('request', (request) => {
      renewals += request.url().endsWith('/auth/refresh') ? 1 : 0;
    });
    await page.evaluate(`(() => {
      const held = JSON.parse(localStorage.getItem('meydan.panel-session'));
      localStorage.setItem('meydan.panel-session', JSON.stringify({ ...held, expiresAt: 0 }));
    })()`);
    await id('reload').click();
    await id('language-tr').click();
    await id('language-en').click();
    await poll(
      async () =>
        (await page.evaluate(`JSON.parse(localStorage.getItem('meydan.panel-session')).expiresAt > 0`)) === true,
      { until: 'the session is renewed', withinMs: 30_000 },
    );
    await page.waitForLoadState('networkidle');
    expect(renewals).toBe(1);
  });

  it('is out at once when it is cut off, and gives its link back when it signs out', async () => {
    await hers('me').click();
    await hers('me-panels').click();
    await hers('panel-unlink').click();
    await hers('panel-line').waitFor({ state: 'detached' });
    await id('reload').click();
    await id('cut-off').waitFor();
    await id('qr').waitFor();
    await confirmInChat(await id('link-code').inputValue());
    await shows('linked-by', 'ada');
    await hers('panel-line').waitFor();
    await id('leave').click();
    await id('confirm-yes').click();
    await id('qr').waitFor();
    expect(await page.evaluate(`localStorage.getItem('meydan.panel-session')`)).toBeNull();
    await hers('me-sessions').click();
    await hers('me-panels').click();
    await hers('panels').filter({ hasText: 'Bağlı tarayıcı yok.' }).waitFor();
    expect(broken).toEqual([]);
  });
});
