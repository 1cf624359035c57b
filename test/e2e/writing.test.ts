/** What is written and what may be done with it: formats, the menu of a message, links to it, several at once. */
import { barriersOn } from '../support/browsers/axe.js';
import {
  agree,
  chooseAction,
  createRoomInPage,
  enter,
  goToRoom,
  joinRoomInPage,
  jumpedTo,
  logInAgain,
  logInAsDeveloper,
  openPage,
  type PagePerson,
  rowsOnScreen,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { drawn } from '../support/browsers/rows-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { developer, joinRoom, type Person, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

const HOSTILE =
  '<img src=x onerror="window.harmed=1"> [a](javascript:window.harmed=1) **<script>window.harmed=1</script>**';
const FORMATTED = [
  'Plan: **önemli**, *belki*, ~~iptal~~, `npm test`, @bora',
  '> bunu kim dedi?',
  '- kahve',
  '- çay',
  '',
  'bkz. https://tr.wikipedia.org/wiki/Kahve_(bitki) (ansiklopedi)',
  '```ts',
  'const fincan = "dolu"; // her zaman',
  '```',
].join('\n');

walkInChromium('writing in the page', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: Person;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    ada = await enter(browser(), server.url, 'ada');
    await createRoomInPage(ada, 'Kahve', 'kahve');
    bora = await developer(server.url, 'bora');
    await joinRoom(server.url, bora, 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  const boraSays = (body: string) =>
    rest(server.url, '/rooms/kahve/messages', { token: bora.token, method: 'POST', body: { body } });

  /** Eda on her phone, in the room. */
  async function openPhone(url: string): Promise<PagePerson> {
    const context = await browser().newContext({
      locale: 'tr-TR',
      viewport: { width: 390, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    const eda = { name: 'eda', page: await context.newPage(), context };
    await eda.page.goto(url);
    await logInAsDeveloper(eda);
    await joinRoom(url, await developer(url, 'eda'), 'kahve');
    await eda.page.goto(`${url}/#/r/kahve`);
    await rowWith(eda, 'menü için').waitFor();
    return eda;
  }

  it('the script of the colors is loaded when a block of code with a language is first shown', async () => {
    let loaded = 0;
    ada.page.on('request', (request) => {
      if (/\/highlight-[^/]*\.js$/.test(request.url())) loaded += 1;
    });
    await ada.page.reload();
    await ada.page.locator('[data-testid="room"][data-slug="kahve"][data-open="true"]').waitFor();
    await say(ada, '```\nconst dilsiz = 1;\n```');
    await rowWith(ada, 'dilsiz').and(ada.page.locator('[data-state="sent"]')).waitFor();
    await rowWith(ada, 'dilsiz').getByTestId('code-block').waitFor();
    await drawn(ada);
    expect(loaded).toBe(0);
    for (const name of ['birinci', 'ikinci']) {
      await say(ada, `\`\`\`ts\nconst ${name} = 1;\n\`\`\``);
      await rowWith(ada, name).locator('.code-keyword').waitFor();
      expect(loaded).toBe(1);
    }
  });

  it('formats are shown, code gets its colors, and nothing of a message is ever HTML', async () => {
    await say(ada, FORMATTED);
    const row = rowWith(ada, 'Plan:');
    await row.and(ada.page.locator('[data-state="sent"]')).waitFor();
    expect(await row.locator('strong').allTextContents()).toContain('önemli');
    expect(await row.locator('em').first().textContent()).toBe('belki');
    expect(await row.locator('del').textContent()).toBe('iptal');
    expect(await row.locator('blockquote').textContent()).toBe('bunu kim dedi?');
    expect(await row.locator('li').allTextContents()).toEqual(['kahve', 'çay']);
    expect(await row.locator('a[target]').getAttribute('href')).toBe('https://tr.wikipedia.org/wiki/Kahve_(bitki)');
    await row.locator('.code-keyword', { hasText: 'const' }).waitFor();
    expect(await row.locator('.code-block pre').textContent()).toBe('const fincan = "dolu"; // her zaman');
    expect(await barriersOn(ada.page)).toEqual([]);

    await boraSays(HOSTILE);
    const hostile = rowWith(ada, 'onerror');
    await hostile.waitFor();
    expect(await hostile.getByTestId('body').textContent()).toContain('<script>window.harmed=1</script>');
    expect(await hostile.locator('img, script, a').count()).toBe(0);
    expect(await ada.page.evaluate('window.harmed')).toBeUndefined();
  });

  it('a name leads to its person, and a long message is cut until the rest is wanted', async () => {
    await rowWith(ada, 'Plan:').getByTestId('mention').click();
    await testId(ada, 'person-card').waitFor();
    await testId(ada, 'dialog-close').click();
    await boraSays(`Uzun\n${'satır\n'.repeat(120)}`);
    const row = rowWith(ada, 'Uzun');
    await row.getByTestId('body-more').waitFor();
    const height = async () => (await row.getByTestId('body').boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThan(400);
    await row.getByTestId('body-more').click();
    await poll(async () => (await height()) > 1_500, { until: 'all of it is shown' });
    await row.getByTestId('body-more').click();
  });

  it('a right click, the keyboard and a long press open one menu with all actions in words', async () => {
    await boraSays('menü için');
    const row = rowWith(ada, 'menü için');
    await row.getByTestId('body').click({ button: 'right' });
    await testId(ada, 'menu').waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    expect(await ada.page.locator('[data-testid="menu"] .menu-item').allTextContents()).toEqual([
      'Yanıtla',
      'Tartış',
      'Metni kopyala',
      'Mesajın bağlantısını kopyala',
      'İlet',
      'Seç',
      'Sabitle',
      'Buradan sonrasını okunmadı yap',
      'Şikâyet et',
      'Sil',
    ]);
    await ada.page.keyboard.press('Escape');
    await testId(ada, 'menu').waitFor({ state: 'detached' });

    await ada.page.locator('article[tabindex="0"]').focus();
    await ada.page.keyboard.press('End');
    await ada.page.keyboard.press('Enter');
    await testId(ada, 'menu').waitFor();
    await ada.page.keyboard.press('End');
    await ada.page.locator('[data-testid="action-trash"]:focus').waitFor();
    await ada.page.keyboard.press('Home');
    await ada.page.keyboard.press('Enter');
    await row.getByTestId('reaction').filter({ hasText: '👍' }).waitFor();
    await ada.page.locator('article:focus').filter({ hasText: 'menü için' }).waitFor();
    await ada.page.keyboard.press('Shift+F10');
    await testId(ada, 'menu').waitFor();
    await ada.page.keyboard.press('Escape');

    const phone = await openPhone(server.url);
    const box = await rowWith(phone, 'menü için').getByTestId('body').boundingBox();
    const touch = await phone.context.newCDPSession(phone.page);
    const finger = [{ x: (box?.x ?? 0) + 9, y: (box?.y ?? 0) + 9 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: finger });
    await testId(phone, 'menu').waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // The end of the press is no choice, although the menu lies below the finger by now.
    await testId(phone, 'menu').getByTestId('action-reply').tap();
    await testId(phone, 'composer-about').waitFor();
    expect(await barriersOn(phone.page)).toEqual([]);
    await phone.context.close();
  });

  it('a link to a message opens the room at that row', async () => {
    await ada.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
    await chooseAction(ada, rowWith(ada, 'menü için'), 'link');
    await testId(ada, 'toast').waitFor();
    const link = await ada.page.evaluate<string>('navigator.clipboard.readText()');
    expect(link).toMatch(/#\/r\/kahve\/m\/[0-9a-f-]{36}$/);
    await chooseAction(ada, rowWith(ada, 'menü için'), 'copy');
    await poll(async () => (await ada.page.evaluate<string>('navigator.clipboard.readText()')) === 'menü için', {
      until: 'the text of the message is copied',
    });
    for (let at = 0; at < 90; at += 1) await boraSays(`dolgu ${at}`);
    await rowWith(ada, 'dolgu 89').waitFor();
    await ada.page.goto('about:blank');
    await ada.page.goto(link);
    await jumpedTo(ada, 'menü için');
    await rowWith(ada, 'menü için').scrollIntoViewIfNeeded();
    await say(ada, `bkz. ${link}`);
    const written = rowWith(ada, 'bkz.').locator('a');
    await written.waitFor();
    expect(await written.getAttribute('target')).toBeNull();
    await written.click();
    await jumpedTo(ada, 'menü için');
  });

  it('several messages are copied, forwarded and deleted together', async () => {
    for (const body of ['bir', 'iki', 'üç']) await say(ada, `seç ${body}`);
    await chooseAction(ada, rowWith(ada, 'seç bir'), 'select');
    await rowWith(ada, 'seç üç').click();
    await rowWith(ada, 'seç iki').getByTestId('row-check').check();
    await testId(ada, 'selection-bar').filter({ hasText: '3 mesaj seçildi' }).waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'selection-copy').click();
    const copied = await ada.page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.match(/seç (bir|iki|üç)/g)).toEqual(['seç bir', 'seç iki', 'seç üç']);

    await chooseAction(ada, rowWith(ada, 'seç bir'), 'select');
    await rowWith(ada, 'seç iki').click();
    await ada.page.keyboard.press('Escape');
    await testId(ada, 'selection-bar').waitFor({ state: 'detached' });
    await chooseAction(ada, rowWith(ada, 'seç bir'), 'select');
    await rowWith(ada, 'seç iki').click();
    await testId(ada, 'selection-trash').click();
    await agree(ada);
    await rowWith(ada, 'seç bir').waitFor({ state: 'detached' });
    await rowWith(ada, 'seç iki').waitFor({ state: 'detached' });
    await rowWith(ada, 'seç üç').waitFor();

    await say(ada, 'seç dört');
    await createRoomInPage(ada, 'Defter', 'defter');
    await goToRoom(ada, 'kahve');
    await chooseAction(ada, rowWith(ada, 'seç üç'), 'select');
    await rowWith(ada, 'seç dört').click();
    await testId(ada, 'selection-forward').click();
    await ada.page.locator('[data-testid="forward-room"][data-slug="defter"]').click();
    await ada.page.locator('[data-testid="room"][data-slug="defter"]').waitFor();
    await rowWith(ada, 'seç dört').waitFor();
    expect((await rowsOnScreen(ada)).map(({ body }) => body)).toEqual(['seç üç', 'seç dört']);
    await goToRoom(ada, 'kahve');
  });

  it('a room marked as unread stays so until it is opened, and opens there', async () => {
    await createRoomInPage(ada, 'Kitap', 'kitap');
    await goToRoom(ada, 'kahve');
    const { message } = (await boraSays('buradan')) as { message: { seq: number } };
    await rowWith(ada, 'buradan').hover();
    await rowWith(ada, 'buradan').getByTestId('action-more').click();
    // What arrives in the moment of leaving is not read: the mark would end with it.
    await boraSays('sonrası');
    await rowWith(ada, 'sonrası').waitFor();
    await testId(ada, 'menu').getByTestId('action-unread').click();
    const line = ada.page.locator('[data-testid="room-line"][data-slug="kahve"]');
    await line.getByTestId('unread').waitFor();
    // Another browser of the same person.
    const second = await openPage(browser(), server.url, 'ada');
    await logInAgain(second);
    const secondLine = second.page.locator('[data-testid="room-line"][data-slug="kahve"]');
    await secondLine.getByTestId('unread').waitFor();
    const { token } = await developer(server.url, 'ada');
    const { rooms } = await rest<{ rooms: { slug: string; unread_from: number | null }[] }>(server.url, '/rooms', {
      token,
    });
    expect(rooms.find(({ slug }) => slug === 'kahve')?.unread_from).toBe(message.seq);
    await line.click();
    await secondLine.getByTestId('unread').waitFor({ state: 'detached' });
    await second.context.close();
    await ada.page.getByTestId('unread-line').waitFor();
    await line.getByTestId('unread').waitFor({ state: 'detached' });
  });

  it('near the end of 16 KB what is left is counted, and a refused text returns into the field', async () => {
    await testId(ada, 'composer').fill('ş'.repeat(8_000));
    await testId(ada, 'body-count').filter({ hasText: '384 kaldı' }).waitFor();
    await testId(ada, 'composer').fill('ş'.repeat(8_200));
    await testId(ada, 'body-count').filter({ hasText: '16 fazla' }).waitFor();
    expect(await testId(ada, 'send').isDisabled()).toBe(true);
    await testId(ada, 'composer').fill('');

    await rest(server.url, '/rooms/kahve/permissions', {
      token: (await developer(server.url, 'ada')).token,
      method: 'PATCH',
      body: { denied: ['send_message.links'] },
    });
    const guest = await enter(browser(), server.url, 'cem');
    await joinRoomInPage(guest, 'kahve');
    await say(guest, 'bak: https://example.org/a');
    await testId(guest, 'take-back').click();
    await poll(async () => (await testId(guest, 'composer').inputValue()) === 'bak: https://example.org/a', {
      until: 'the text stands in the field',
    });
    expect(await guest.page.locator('[data-state="failed"]').count()).toBe(0);
    await guest.context.close();
  });
});
