/** What belongs to the browser: beginning, appearance, the installed page, pictures close up. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { barriersOn } from '../support/browsers/axe.js';
import { describeInChromium } from '../support/browsers/chromium.js';
import { generatePhoto } from '../support/browsers/generated-media.js';
import { enter, type PagePerson, testId } from '../support/browsers/page-person.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

describeInChromium('the page in its browser', (browser) => {
  let server: ServerProcess;
  let ada: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off' });
    ada = await enter(browser(), server.url, 'ada');
  }, 90_000);
  afterAll(() => server.remove());

  it('begins with what can be done first, and a new room offers its link at once', async () => {
    await testId(ada, 'first-create').waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    const desk = ada.page.viewportSize();
    await ada.page.setViewportSize({ width: 390, height: 760 });
    await testId(ada, 'side-link').click();
    await testId(ada, 'open-slug').waitFor();
    await ada.page.keyboard.press('Escape');
    expect(await barriersOn(ada.page)).toEqual([]);
    if (desk) await ada.page.setViewportSize(desk);
    await testId(ada, 'first-link').click();
    await testId(ada, 'open-slug').waitFor();
    await ada.page.keyboard.press('Escape');
    await testId(ada, 'first-create').click();
    await testId(ada, 'room-name').fill('Kahve');
    await testId(ada, 'room-slug').fill('kahve');
    await testId(ada, 'form-submit').click();
    await testId(ada, 'new-room').waitFor();
    expect(await testId(ada, 'new-room-link').inputValue()).toBe(`${server.url}/#/r/kahve`);
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'composer').fill('ilk söz');
    await testId(ada, 'composer').press('Enter');
    await testId(ada, 'new-room').waitFor({ state: 'detached' });
  });

  const groundOf = (page: Page) => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');

  it('is light or dark as chosen, or as the system is, in every tab', async () => {
    const light = await groundOf(ada.page);
    await testId(ada, 'preferences-open').click();
    await testId(ada, 'theme-dark').click();
    const dark = await groundOf(ada.page);
    expect(dark).not.toBe(light);
    expect(await barriersOn(ada.page)).toEqual([]);
    await ada.page.reload();
    await testId(ada, 'side').waitFor();
    expect(await groundOf(ada.page)).toBe(dark);
    await testId(ada, 'preferences-open').click();
    await testId(ada, 'theme-system').click();
    expect(await groundOf(ada.page)).toBe(light);
    await ada.page.emulateMedia({ colorScheme: 'dark' });
    await poll(async () => (await groundOf(ada.page)) === dark, { until: 'the system is followed' });
    await ada.page.emulateMedia({ colorScheme: 'light' });
    await ada.page.keyboard.press('Escape');
  });

  it('the account dialog keeps its size from part to part', async () => {
    await testId(ada, 'me').click();
    const boxOf = async () => {
      const box = await ada.page.locator('dialog .dialog-card').boundingBox();
      return [box?.y, box?.height];
    };
    const first = await boxOf();
    for (const part of ['stars', 'data', 'sessions', 'profile']) {
      await testId(ada, `me-${part}`).click();
      expect(await boxOf()).toEqual(first);
    }
    await ada.page.keyboard.press('Escape');
  });

  it('can be installed: its manifest names pictures that are there', async () => {
    const manifest = (await (await fetch(`${server.url}/manifest.webmanifest`)).json()) as {
      icons: { src: string; sizes: string; type: string }[];
    };
    expect(await ada.page.locator('link[rel="manifest"]').getAttribute('href')).toBe('/manifest.webmanifest');
    for (const { src, type } of [...manifest.icons, { src: '/apple-touch-icon.png', type: 'image/png' }]) {
      const answer = await fetch(`${server.url}${src}`);
      expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type]);
    }
    expect((await fetch(`${server.url}/favicon.ico`)).status).toBe(200);
    const size = await ada.page.evaluate<number[]>(
      "(async () => { const i = new Image(); i.src = '/icon-512.png'; await i.decode(); return [i.width, i.height]; })()",
    );
    expect(size).toEqual([512, 512]);
    const session = await ada.context.newCDPSession(ada.page);
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
  });

  it('takes what another app shares as the draft of a room', async () => {
    const query = new URLSearchParams({ share_text: 'bunu oku', share_url: 'https://example.org/a' });
    await ada.page.goto(`${server.url}/?${query}`);
    await testId(ada, 'forward-room').first().click();
    await poll(async () => (await testId(ada, 'composer').inputValue()) === 'bunu oku\nhttps://example.org/a', {
      until: 'it stands in the field',
    });
    expect(await ada.page.evaluate<string>('location.search')).toBe('');
    await testId(ada, 'composer').fill('');
  });

  it('shows a picture close up, by buttons, keys, wheel and double click', async () => {
    await testId(ada, 'attach').click();
    await testId(ada, 'attach-photo').setInputFiles([
      await generatePhoto(ada.page, 'fincan.png', { width: 400, height: 300 }),
    ]);
    await testId(ada, 'send').click();
    await testId(ada, 'media').first().click();
    const scale = () =>
      ada.page.evaluate<number>(
        `new DOMMatrix(getComputedStyle(document.querySelector('[data-testid="viewer-media"]')).transform).a`,
      );
    await testId(ada, 'viewer-media').waitFor();
    expect(await scale()).toBe(1);
    await testId(ada, 'zoom-in').click();
    expect(await scale()).toBe(1.5);
    await ada.page.keyboard.press('+');
    expect(await scale()).toBe(2.25);
    expect(await barriersOn(ada.page)).toEqual([]);
    await ada.page.keyboard.press('0');
    expect(await scale()).toBe(1);
    await testId(ada, 'viewer-frame').dblclick();
    expect(await scale()).toBe(2.5);
    await testId(ada, 'viewer-frame').dblclick();
    await testId(ada, 'viewer-frame').hover();
    await ada.page.mouse.wheel(0, -400);
    await poll(async () => (await scale()) > 1.5, { until: 'the wheel zooms' });
    await ada.page.keyboard.press('Escape');
  });

  it('says with its own face that there is no page, and tells programs as ever', async () => {
    const page = await browser().newPage({ locale: 'tr-TR' });
    const answer = await page.goto(`${server.url}/no/such/page`);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { name: 'Burada bir sayfa yok' }).waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'Odalara git' }).click();
    await page.getByTestId('login-provider').waitFor();
    await page.close();
    for (const path of ['/api/no', '/v1/no']) {
      const refusal = await fetch(server.url + path, { headers: { accept: 'text/html' } });
      expect([refusal.status, refusal.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
    }
    const program = await fetch(`${server.url}/no/such/page`);
    expect(await program.json()).toMatchObject({ error: { code: 'not_found' } });
  });

  it('tells at the login what either way means', async () => {
    const page = await browser().newPage();
    await page.goto(server.url);
    await page.getByTestId('login-provider').waitFor();
    expect(await page.getByTestId('login-dev-name').getAttribute('placeholder')).toMatch(/^.{3,20}$/);
    expect(readFileSync('web/public/manifest.webmanifest', 'utf8')).toContain('share_target');
    await page.close();
  });
});
