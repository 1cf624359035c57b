import {
  askConsole,
  CONSOLE_KEY,
  kindsOf,
  publishShort,
  readFor,
  readsOf,
  shareNewest,
  tokenOf,
  toldOf,
  writeBlocks,
} from '../support/browsers/article-person.js';
import { barriersOn } from '../support/browsers/axe.js';
import { describeInChromium } from '../support/browsers/chromium.js';
import { generatePhoto } from '../support/browsers/generated-media.js';
import {
  chooseLanguage,
  createRoomInPage,
  enter,
  goToRoom,
  type PagePerson,
  testId,
} from '../support/browsers/page-person.js';
import { developer, type Person, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

const TITLE = 'Limanda sisli bir sabah';

describeInChromium('Discover on the page', (browser) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;
  let cem: Person;

  const operator = (method: string, path: string, body?: object) => askConsole(server.url, method, path, body);

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', CONSOLE_KEY });
    [ada, bora, cem] = await Promise.all([
      enter(browser(), server.url, 'ada'),
      enter(browser(), server.url, 'bora'),
      developer(server.url, 'cem'),
    ]);
    await operator('POST', '/categories', { slug: 'yeme', name: 'Yeme içme' });
    await operator('POST', '/topics', { tag: 'kahve', title: 'Kahve', category: 'yeme' });
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  it('is empty in words before anything is published', async () => {
    await testId(bora, 'discover').click();
    await testId(bora, 'topic').filter({ hasText: 'Kahve' }).click();
    await testId(bora, 'no-entries').waitFor();
    expect(await barriersOn(bora.page)).toEqual([]);
    await testId(bora, 'discover-back').click();
    await testId(bora, 'topics').waitFor();
  });

  it('writes an article block by block from the keyboard, with a topic that is suggested', async () => {
    await testId(ada, 'attach').click();
    await testId(ada, 'attach-article').click();
    await testId(ada, 'article-title').fill(TITLE);
    await testId(ada, 'article-title-left')
      .filter({ hasText: `${120 - TITLE.length}` })
      .waitFor();
    await testId(ada, 'article-tag').pressSequentially('#kah');
    await testId(ada, 'suggestion').filter({ hasText: '#kahve' }).waitFor();
    await ada.page.keyboard.press('ArrowDown');
    await ada.page.keyboard.press('Enter');
    expect(await testId(ada, 'article-tag').inputValue()).toBe('kahve');
    await testId(ada, 'block-text').click();
    await writeBlocks(ada);
    expect(await kindsOf(ada)).toBe('heading paragraph quote list code');
    await testId(ada, 'article-picture').setInputFiles(
      await generatePhoto(ada.page, 'liman.jpg', { width: 800, height: 300 }),
    );
    await testId(ada, 'article-pictured').filter({ hasText: 'liman.jpg' }).waitFor();
    expect(await kindsOf(ada)).toBe('heading paragraph quote list code image');
  });

  it('moves blocks by keyboard and by hand, and keeps the focus where one writes', async () => {
    await testId(ada, 'block-text').first().click();
    await ada.page.keyboard.press('Alt+ArrowDown');
    expect(await kindsOf(ada)).toBe('paragraph heading quote list code image');
    await ada.page.keyboard.type(' ve sonrası');
    await ada.page.keyboard.press('Alt+ArrowUp');
    expect(await testId(ada, 'block-text').first().inputValue()).toBe('İlk fincan ve sonrası');
    await testId(ada, 'block').last().getByTestId('block-grip').dragTo(testId(ada, 'block').nth(1));
    expect(await kindsOf(ada)).toBe('heading image paragraph quote list code');
    expect(await barriersOn(ada.page)).toEqual([]);
  });

  it('finds what was begun again after a reload, shows how it will look, and publishes it in the group', async () => {
    await ada.page.reload();
    await testId(ada, 'attach').click();
    await testId(ada, 'attach-article').click();
    await testId(ada, 'article-restored').waitFor();
    expect(await kindsOf(ada)).toBe('heading image paragraph quote list code');
    await testId(ada, 'article-preview').click();
    const shown = testId(ada, 'article-previewed');
    await shown.locator('h1', { hasText: TITLE }).waitFor();
    expect(await shown.locator('li').allTextContents()).toEqual(['çay', 'kahve']);
    await testId(ada, 'article-send').click();
    await testId(ada, 'article').filter({ hasText: TITLE }).click();
    await testId(ada, 'panel-article').locator('figure img').waitFor();
    expect(
      await ada.page.evaluate<number>(
        `Object.keys(localStorage).filter((key) => key.startsWith('meydan.article')).length`,
      ),
    ).toBe(0);
  });

  it('shares it with the moderators, once', async () => {
    await testId(ada, 'share-open').click();
    await testId(ada, 'share-article').filter({ hasText: '#kahve' }).waitFor();
    await testId(ada, 'share-send').click();
    await testId(ada, 'share-sent').waitFor();
    await testId(ada, 'dialog-close').click();
    await testId(ada, 'share-open').click();
    await testId(ada, 'share-send').click();
    await ada.page.locator('[data-testid="share-error"][data-code="sozluk_already_shared"]').waitFor();
    await testId(ada, 'share-mine').click();
    await ada.page.locator('[data-testid="my-entry"][data-status="pending"]').filter({ hasText: TITLE }).waitFor();
    expect(await testId(ada, 'my-entry-way').count()).toBe(0);
    expect(await barriersOn(ada.page)).toEqual([]);
  });

  it('lets another person find it once it is published, and read it with its picture and discussion', async () => {
    const { entries } = await operator('GET', '/entries?status=pending');
    await operator('POST', `/entries/${entries[0].id}/decision`, { decision: 'publish' });
    await rest(server.url, '/rooms/kahve/join', { method: 'POST', token: cem.token, body: {} });
    await rest(server.url, '/rooms/kahve/messages', {
      method: 'POST',
      token: cem.token,
      body: { body: 'Ne güzel bir sabah.', discussion_of: entries[0].message_id },
    });
    const reading = toldOf(bora, 'entry_open', 'topic');
    await testId(bora, 'category').filter({ hasText: 'Yeme' }).click();
    await testId(bora, 'topic').filter({ hasText: '#kahve' }).click();
    await bora.page.reload();
    await testId(bora, 'entry').filter({ hasText: TITLE }).filter({ hasText: 'ada' }).click();
    const article = testId(bora, 'entry-article');
    await article.filter({ hasText: 'Sis kalkınca liman göründü' }).waitFor();
    await poll(() => article.locator('figure img').evaluate((image) => Reflect.get(image, 'naturalWidth') === 800), {
      until: 'the picture is there',
    });
    await testId(bora, 'entry-reply').filter({ hasText: 'Ne güzel bir sabah.' }).waitFor();
    expect(await reading).toMatchObject({ entry_id: entries[0].id });
    expect(await barriersOn(bora.page)).toEqual([]);
  });

  it('reports an article to the operators', async () => {
    await testId(bora, 'report-open').click();
    await testId(bora, 'report-reason').selectOption('stolen');
    await testId(bora, 'report-text').fill('Bunu ben yazmıştım.');
    expect(await barriersOn(bora.page)).toEqual([]);
    await testId(bora, 'report-send').click();
    await testId(bora, 'report-done').waitFor();
    const headers = { Authorization: `Bearer ${CONSOLE_KEY}` };
    const answer = await fetch(`${server.url}/api/console/reports`, { headers });
    expect(JSON.stringify(await answer.json())).toContain('Bunu ben yazmıştım.');
  });

  it('passes it on: as a link, and into a chat as a card that leads back', async () => {
    await bora.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const address = bora.page.url();
    await testId(bora, 'entry-copy').click();
    await poll(() => bora.page.evaluate<string>('navigator.clipboard.readText()').then((text) => text === address), {
      until: 'the link is copied',
    });
    await createRoomInPage(bora, 'Kitaplık', 'kitap');
    await bora.page.goto(address);
    const read = toldOf(bora, 'entry_read', 'link');
    await readFor(bora, 300);
    await testId(bora, 'entry-forward').click();
    await bora.page.locator('[data-testid="forward-room"][data-slug="kitap"]').click();
    await testId(bora, 'entry-forwarded').filter({ hasText: 'Kitaplık' }).waitFor();
    await goToRoom(bora, 'kitap');
    const card = testId(bora, 'entry-card');
    await card.filter({ hasText: TITLE }).filter({ hasText: 'ada' }).waitFor();
    expect((await read).duration_ms).toBeGreaterThanOrEqual(250);
    await card.click();
    await testId(bora, 'entry-article').waitFor();
    expect(bora.page.url()).toBe(address);
    await testId(bora, 'discover-back').click();
    await card.waitFor();
  });

  it('says of a card whose article is not there no more than that', async () => {
    const token = await tokenOf(bora.page);
    const attachment = { type: 'entry', entry_id: 999_999 };
    await rest(server.url, '/rooms/kitap/messages', { method: 'POST', token, body: { body: '', attachment } });
    await testId(bora, 'entry-card-gone').waitFor();
    await bora.page.goto(`${server.url}/#/d/e/999999`);
    await testId(bora, 'discover-missing').waitFor();
  });

  it('shows its author what became of it', async () => {
    await testId(ada, 'discover-back').click();
    await ada.page.goto(`${server.url}/#/d/mine`);
    await ada.page.reload();
    await testId(ada, 'my-entry-way').filter({ hasText: TITLE }).click();
    await testId(ada, 'entry-stats').waitFor();
    const told = async () => {
      await ada.page.reload();
      await testId(ada, 'entry-stats').waitFor();
      const numbers = ['viewers', 'replies', 'forward', 'link', 'reshares'];
      return Promise.all(numbers.map((name) => testId(ada, `stat-${name}`).locator('dd').textContent()));
    };
    await poll(async () => (await told()).join() === '2,1,1,1,1', { until: 'all of it is counted', everyMs: 300 });
    await testId(ada, 'entry-reshares').waitFor();
  });

  it('shows of a closed group the published article, and neither its discussion nor its numbers', async () => {
    const token = await tokenOf(ada.page);
    const asAda = <T>(path: string, body: object) => rest<T>(server.url, path, { method: 'POST', token, body });
    await asAda('/rooms', { name: 'Gizli', slug: 'gizli', visibility: 'closed' });
    const article = {
      title: 'Kapalı kapılar',
      tag: 'kahve',
      blocks: [{ type: 'paragraph', text: 'Yalnız bu çıktı.' }],
    };
    const { message } = await asAda<{ message: { id: string } }>('/rooms/gizli/messages', { body: '', article });
    const { share } = await asAda<{ share: { entry_id: number } }>(`/rooms/gizli/messages/${message.id}/share`, {});
    await operator('POST', `/entries/${share.entry_id}/decision`, { decision: 'publish' });
    await bora.page.goto(`${server.url}/#/d/e/${share.entry_id}`);
    await testId(bora, 'entry-article').filter({ hasText: 'Yalnız bu çıktı.' }).waitFor();
    await testId(bora, 'discussion-closed').waitFor();
    expect(await testId(bora, 'entry-stats').count()).toBe(0);
    expect(await testId(bora, 'discussion-room').count()).toBe(0);
  });

  it('tells a moderator’s no with its reason, and why nothing more can be shared', async () => {
    const { account } = await rest<{ account: { id: string } }>(server.url, '/me', { token: await tokenOf(ada.page) });
    await goToRoom(ada, 'kahve');
    await publishShort(ada, 'Kısa not', 'kahve');
    await shareNewest(ada);
    await testId(ada, 'share-sent').waitFor();
    const { entries } = await operator('GET', '/entries?status=pending');
    const decision = { decision: 'reject', note: 'Biraz daha açar mısınız?' };
    await operator('POST', `/entries/${entries[0].id}/decision`, decision);
    await testId(ada, 'share-mine').click();
    const rejected = ada.page.locator('[data-testid="my-entry"][data-status="rejected"]');
    await rejected.filter({ hasText: 'Biraz daha açar mısınız?' }).waitFor();
    await goToRoom(ada, 'kahve');
    await publishShort(ada, 'Konusuz', '');
    await shareNewest(ada);
    await ada.page.locator('[data-testid="share-error"][data-code="sozluk_tag_required"]').waitFor();
    await testId(ada, 'dialog-close').click();
    await operator('PUT', `/authors/${account.id}/ban`, { reason: 'Reklam yapıyor.' });
    await publishShort(ada, 'Bir daha', 'kahve');
    await shareNewest(ada);
    const banned = ada.page.locator('[data-testid="share-error"][data-code="sozluk_author_banned"]');
    await banned.filter({ hasText: 'Reklam yapıyor.' }).waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'dialog-close').click();
  });

  it('keeps and tells nothing of what is read when the person does not want it', async () => {
    const token = await tokenOf(bora.page);
    await rest(server.url, '/me/profile', { method: 'PUT', token, body: { personalized_ads: false } });
    await bora.page.goto(`${server.url}/#/d/t/kahve`);
    await bora.page.reload();
    const asked: string[] = [];
    bora.page.on('request', (request) => asked.push(request.url()));
    await testId(bora, 'entry').filter({ hasText: TITLE }).click();
    await testId(bora, 'entry-article').waitFor();
    await testId(bora, 'discover-back').click();
    await testId(bora, 'entry').first().waitFor();
    expect(await readsOf(bora.page)).toBeNull();
    expect(asked.filter((url) => url.includes('/analytics/'))).toEqual([]);
  });

  it('shows the topics of the person’s language, and those of every language', async () => {
    await operator('POST', '/topics', { tag: 'coffee', title: 'Coffee', category: 'yeme', languages: ['en'] });
    await bora.page.goto(`${server.url}/#/d/c/yeme`);
    await bora.page.reload();
    await testId(bora, 'topic').filter({ hasText: '#kahve' }).waitFor();
    expect(await testId(bora, 'topic').filter({ hasText: '#coffee' }).count()).toBe(0);
    await chooseLanguage(bora, 'en');
    await poll(
      async () => {
        await bora.page.reload();
        await testId(bora, 'topic').first().waitFor();
        return testId(bora, 'topic').filter({ hasText: '#coffee' }).isVisible();
      },
      { until: 'the console’s new topic is there', withinMs: 20_000, everyMs: 500 },
    );
    await testId(bora, 'topic').filter({ hasText: '#kahve' }).waitFor();
    await chooseLanguage(bora, 'tr');
    await testId(bora, 'topic').filter({ hasText: '#coffee' }).waitFor({ state: 'detached' });
  });

  it('can be asked again when the dictionary does not answer', async () => {
    const isCategories = (url: URL) => url.pathname === '/api/discover/categories';
    const error = { code: 'sozluk_unavailable', message: 'The dictionary cannot be reached.' };
    await bora.page.route(isCategories, (route) => route.fulfill({ status: 503, json: { error } }));
    await bora.page.goto(`${server.url}/#/d`);
    await testId(bora, 'discover-fault').waitFor();
    await bora.page.unroute(isCategories);
    await testId(bora, 'discover-again').click();
    await testId(bora, 'topic').first().waitFor();
  });

  it.each(['light', 'dark'] as const)('has no barriers on a phone, %s', async (colorScheme) => {
    await bora.page.emulateMedia({ colorScheme });
    await bora.page.setViewportSize({ width: 390, height: 780 });
    await bora.page.goto(`${server.url}/#/d`);
    await testId(bora, 'topic').first().waitFor();
    expect(await barriersOn(bora.page)).toEqual([]);
    await testId(bora, 'topic').first().click();
    await testId(bora, 'entry').filter({ hasText: TITLE }).click();
    await testId(bora, 'entry-reply').first().waitFor();
    expect(await barriersOn(bora.page)).toEqual([]);
    expect(await bora.page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('leaves a log without a fault', async () => {
    await Promise.all([ada, bora].map(({ context }) => context.close()));
    await server.stop();
    server.verifyLog();
  }, 60_000);
});

describeInChromium('Discover without a dictionary', (browser) => {
  it('says that it is not set up', async () => {
    const server = await startServer({ RATE_LIMITS: 'off', DICTIONARY_URL: 'off' });
    try {
      const ada = await enter(browser(), server.url, 'ada');
      await testId(ada, 'discover').click();
      await testId(ada, 'discover-off').waitFor();
      expect(await barriersOn(ada.page)).toEqual([]);
      await ada.context.close();
    } finally {
      await server.remove();
    }
  }, 90_000);
});
