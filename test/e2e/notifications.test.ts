import type { Page } from 'playwright-core';
import { barriersOn } from '../support/browsers/axe.js';
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
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

interface Shown {
  title: string;
  body: string;
  silent: boolean;
  isClosed: boolean;
}

/** Writes down what the page shows by the browser's own means, which no test can see on the screen. */
const witness = `
  const Real = Notification;
  globalThis.shown = [];
  globalThis.asked = 0;
  globalThis.Notification = class extends Real {
    constructor(title, options) {
      super(title, options);
      this.note = { title, body: options.body, silent: options.silent, isClosed: false };
      globalThis.shown.push(this.note);
      globalThis.last = this;
    }
    close() {
      this.note.isClosed = true;
      super.close();
    }
    static requestPermission() {
      globalThis.asked += 1;
      return Real.requestPermission();
    }
  };`;

/** A page behind another window: nobody sees it. */
const setSeen = (page: Page, isSeen: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${isSeen ? 'visible' : 'hidden'}' });
    document.dispatchEvent(new Event('visibilitychange'));`);

const holdersOf = (page: Page, lock: string) =>
  page.evaluate<number>(
    `navigator.locks.query().then(({ held }) => held.filter(({ name }) => name === '${lock}').length)`,
  );

describeInChromium(
  'being told',
  (browser) => {
    let server: ServerProcess;
    let ada: PagePerson;
    let bora: PagePerson;
    const shownOn = (page: Page) => page.evaluate<Shown[]>('globalThis.shown');
    const told = (page: Page, words: string) =>
      poll(async () => (await shownOn(page)).find(({ title, body }) => `${title}: ${body}`.includes(words)), {
        until: `the page tells of "${words}"`,
      });
    /** Whatever was said before it has been decided on by then: one socket, one order. */
    const settle = async (page: Page, words: string) => {
      await say(bora, words);
      await told(page, words);
    };

    beforeAll(async () => {
      server = await startServer({ RATE_LIMITS: 'off' });
      ada = await enter(browser(), server.url, 'ada');
      await ada.context.addInitScript(witness);
      bora = await enter(browser(), server.url, 'bora');
      await createRoomInPage(ada, 'Kahve', 'kahve');
      await joinRoomInPage(bora, 'kahve');
      await ada.page.reload();
      await testId(ada, 'composer').waitFor();
    }, 90_000);
    afterAll(() => server.remove());

    it('is never asked for without a click, and a refusal is explained', async () => {
      await testId(ada, 'notify-open').click();
      expect(await ada.page.evaluate('globalThis.asked')).toBe(0);
      await testId(ada, 'notify-on').click();
      await ada.page.getByText('Bu tarayıcı bu sayfanın bildirimlerini engelliyor').waitFor();
      expect(await ada.page.evaluate('globalThis.asked')).toBe(1);
      await ada.page.keyboard.press('Escape');
    });

    it('is switched on, and shows how it looks', async () => {
      await ada.context.grantPermissions(['notifications']);
      await ada.page.reload();
      await testId(ada, 'composer').waitFor();
      await testId(ada, 'notify-open').click();
      await testId(ada, 'notify-on').click();
      await testId(ada, 'notify-private').waitFor();
      expect(await barriersOn(ada.page)).toEqual([]);
      await testId(ada, 'notify-try').click();
      expect(await told(ada.page, 'Bu bir deneme bildirimi')).toMatchObject({ silent: true });
      await ada.page.keyboard.press('Escape');
    });

    it('happens only while nobody looks, counts on the tab, and a click leads to the room', async () => {
      await say(bora, 'görüyorsun');
      await rowWith(ada, 'görüyorsun').waitFor();
      await ada.page.evaluate("location.hash = ''");
      await setSeen(ada.page, false);
      await settle(ada.page, 'görmüyorsun');
      expect((await shownOn(ada.page)).map(({ body }) => body)).not.toContain('görüyorsun');
      expect(await told(ada.page, 'görmüyorsun')).toMatchObject({
        title: 'bora, Kahve',
        silent: true,
        isClosed: false,
      });
      await poll(async () => (await ada.page.title()) === '(1) Meydan', { until: 'the title counts it' });
      const icon = () => ada.page.locator('link[rel="icon"]').getAttribute('href');
      await poll(async () => decodeURIComponent((await icon()) ?? '').includes('>1</text>'), {
        until: 'the mark does',
      });
      await ada.page.evaluate('globalThis.last.onclick()');
      await setSeen(ada.page, true);
      await rowWith(ada, 'görmüyorsun').waitFor();
      await poll(async () => (await icon()) === '/mark.svg', { until: 'it is read' });
      expect(await told(ada.page, 'görmüyorsun')).toMatchObject({ isClosed: true });
    });

    it('says neither who nor what when one wishes so', async () => {
      await testId(ada, 'notify-open').click();
      await testId(ada, 'notify-private').click();
      await testId(ada, 'notify-sound').click();
      await ada.page.keyboard.press('Escape');
      await setSeen(ada.page, false);
      await say(bora, 'çok gizli');
      expect(await told(ada.page, 'Yeni mesaj')).toMatchObject({ title: 'Meydan', silent: false });
      expect(JSON.stringify(await shownOn(ada.page))).not.toContain('çok gizli');
      await testId(ada, 'notify-open').click();
      await testId(ada, 'notify-private').click();
      await ada.page.keyboard.press('Escape');
      await setSeen(ada.page, true);
    });

    it('comes from one tab of several, and from none while one of them is in sight', async () => {
      const second = { ...ada, page: await ada.context.newPage() };
      await second.page.goto(server.url);
      await testId(second, 'room-list').waitFor();
      await setSeen(ada.page, false);
      // The browser gives locks when it comes to it.
      await poll(async () => (await holdersOf(ada.page, 'meydan.in-sight')) === 1, { until: 'the second is in sight' });
      await say(bora, 'biri bakıyor');
      await testId(second, 'room-line').filter({ hasText: 'biri bakıyor' }).waitFor();
      await setSeen(second.page, false);
      await settle(ada.page, 'kimse bakmıyor');
      await testId(second, 'room-line').filter({ hasText: 'kimse bakmıyor' }).waitFor();
      const everything = [...(await shownOn(ada.page)), ...(await shownOn(second.page))].map(({ body }) => body);
      expect(everything.filter((body) => body === 'kimse bakmıyor')).toHaveLength(1);
      expect(everything).not.toContain('biri bakıyor');
      await second.page.close();
    });

    it('keeps to what was chosen for the room: muted tells nothing, archived only mentions', async () => {
      await setSeen(ada.page, false);
      await flag('mute', 'PUT');
      await say(bora, '@ada sessizde');
      await testId(ada, 'room-line').filter({ hasText: 'sessizde' }).waitFor();
      await flag('mute', 'DELETE');
      await flag('archive', 'PUT');
      await say(bora, 'arşivde');
      await say(bora, '@ada arşivden');
      await told(ada.page, 'Kahve odasında sizden söz edildi: @ada arşivden');
      const bodies = (await shownOn(ada.page)).map(({ body }) => body);
      expect(bodies).not.toContain('@ada sessizde');
      expect(bodies).not.toContain('arşivde');
    });

    /** As another device of the same person would do it; the page hears of it by the room's own event. */
    async function flag(name: string, method: string): Promise<void> {
      await ada.page.evaluate(
        `fetch('/api/rooms/kahve/${name}', { method: '${method}', headers: { Authorization:
        'Bearer ' + JSON.parse(localStorage.getItem('meydan.session')).access } })`,
      );
      const icon = testId(ada, 'room-line').locator('.room-line-name .icon');
      const list = testId(ada, 'archived');
      const isOn = method === 'PUT';
      await (name === 'mute' ? icon : list).waitFor({ state: isOn ? 'attached' : 'detached' });
    }
  },
  { isWhole: true },
);
