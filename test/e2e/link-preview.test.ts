import { html, type PretendInternet, pretendInternet } from '../link-preview/pretend-internet.js';
import { describeInChromium } from '../support/browsers/chromium.js';
import {
  createRoomInPage,
  enter,
  joinRoomInPage,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';

const HABER = 'http://acik.example/haber';

describeInChromium('what is behind a link, on the page', (browser) => {
  let internet: PretendInternet;
  let booted: Booted;
  let ada: PagePerson;
  let bora: PagePerson;
  const outside: string[] = [];

  beforeAll(async () => {
    internet = await pretendInternet();
    internet.pages.set(
      '/haber',
      html(
        '<meta property="og:title" content="Boğaz’da sis"><meta property="og:description" content="Vapurlar bekliyor.">' +
          '<meta property="og:site_name" content="Sabah Postası"><meta property="og:image" content="/sis.jpg">',
      ),
    );
    booted = await bootApp({ parts: { previewNetwork: internet.network } });
    [ada, bora] = await Promise.all([enter(browser(), booted.url, 'ada'), enter(browser(), booted.url, 'bora')]);
    bora.page.on('request', (request) => void (request.url().startsWith(booted.url) || outside.push(request.url())));
    await createRoomInPage(ada, 'Haberler', 'haber');
    await joinRoomInPage(bora, 'haber');
  }, 90_000);
  afterAll(async () => {
    await Promise.all([ada, bora].map(({ context }) => context.close()));
    await booted[Symbol.asyncDispose]();
    await internet[Symbol.asyncDispose]();
  });

  const asked = () => internet.requests.filter(({ path }) => path === '/haber').length;

  it('shows title, words and site below the message, asked for once for everybody', async () => {
    await say(ada, `duydunuz mu: ${HABER}`);
    const card = rowWith(bora, 'duydunuz mu').getByTestId('link-preview');
    await card.filter({ hasText: 'Boğaz’da sis' }).filter({ hasText: 'Vapurlar bekliyor.' }).waitFor();
    await card.filter({ hasText: 'Sabah Postası' }).waitFor();
    expect(await card.getAttribute('href')).toBe(HABER);
    await rowWith(ada, 'duydunuz mu').getByTestId('link-preview').waitFor();
    await say(bora, `evet, ${HABER}`);
    await rowWith(ada, 'evet,').getByTestId('link-preview').waitFor();
    expect(asked()).toBe(1);
  });

  it('fetches nothing from strangers by itself, not even the picture', async () => {
    await testId(bora, 'link-preview').first().waitFor();
    expect(outside).toEqual([]);
    expect(internet.requests.map(({ path }) => path)).not.toContain('/sis.jpg');
  });

  it('shows the link alone when there is nothing to say about it', async () => {
    const answered = bora.page.waitForResponse((response) => response.url().includes('/api/link-preview'));
    await say(ada, 'bu da var: http://acik.example/yok');
    expect(await (await answered).json()).toEqual({ preview: null });
    expect(await rowWith(bora, 'bu da var').getByTestId('link-preview').count()).toBe(0);
    expect(await rowWith(bora, 'bu da var').locator('a').count()).toBe(1);
  });
});
