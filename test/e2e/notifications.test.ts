import type { Page } from 'playwright-core';
import { type PushReceiver, startPushReceiver } from '../push/support/push-receiver.js';
import { barriersOn } from '../support/browsers/axe.js';
import {
  createRoomInPage,
  enter,
  joinRoomInPage,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
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

walkInChromium(
  'being told',
  (browser, engine) => {
    let server: ServerProcess;
    let receiver: PushReceiver;
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
      receiver = await startPushReceiver();
      server = await startServer({ RATE_LIMITS: 'off', WEB_PUSH_HOSTS: receiver.origin, ...engine() });
      ada = await enter(browser(), server.url, 'ada');
      await ada.context.addInitScript(witness);
      bora = await enter(browser(), server.url, 'bora');
      await createRoomInPage(ada, 'Kahve', 'kahve');
      await joinRoomInPage(bora, 'kahve');
      await ada.page.reload();
      await testId(ada, 'composer').waitFor();
    }, 90_000);
    afterAll(async () => {
      await server.remove();
      await receiver[Symbol.asyncDispose]();
    });

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
      // The browser gives locks when it comes to it.
      const inSight = (count: number) =>
        poll(async () => (await holdersOf(ada.page, 'meydan.in-sight')) === count, { until: `${count} are in sight` });
      await inSight(2);
      await setSeen(ada.page, false);
      await inSight(1);
      await say(bora, 'biri bakıyor');
      for (const tab of [ada, second]) await testId(tab, 'room-line').filter({ hasText: 'biri bakıyor' }).waitFor();
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

    it('is chosen from the menu of the room for an hour, and in its panel for mentions alone', async () => {
      await flag('archive', 'DELETE');
      const line = testId(ada, 'room-line');
      await line.click({ button: 'right' });
      await testId(ada, 'room-menu-mute').click();
      await testId(ada, 'room-mute-60').filter({ hasText: '1 saat boyunca sessiz' }).waitFor();
      expect(await barriersOn(ada.page)).toEqual([]);
      await testId(ada, 'room-mute-60').click();
      await line.locator('.room-line-name .icon').waitFor();
      await line.click();
      await testId(ada, 'room-info').click();
      const choice = testId(ada, 'room-notifications');
      await choice.locator('option:checked').filter({ hasText: 'Susturuldu:' }).waitFor({ state: 'attached' });
      await choice.selectOption('mentions');
      await line.locator('.room-line-name .icon').waitFor({ state: 'detached' });
      await ada.page.reload();
      await testId(ada, 'room-info').click();
      expect(await choice.inputValue()).toBe('mentions');
      await testId(ada, 'panel-close').click();
    });

    it('comes through the push service of the browser while no page is open, and is gone once it is read', async () => {
      // This browser has no push service; what it would answer to the page is the test's own.
      const subscription = JSON.stringify(receiver.subscribe());
      await ada.context.addInitScript(
        `PushManager.prototype.subscribe = async () => ({ options: {}, toJSON: () => (${subscription}) });`,
      );
      await ada.page.reload();
      await testId(ada, 'notify-open').click();
      await testId(ada, 'notify-push').click();
      await ada.page.locator('[data-testid="notify-push"]:checked').waitFor();
      expect(await barriersOn(ada.page)).toEqual([]);
      const devtools = await ada.context.newCDPSession(ada.page);
      const registered = new Promise<string>((resolve) =>
        devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
          if (one) resolve(one.registrationId);
        }),
      );
      await devtools.send('ServiceWorker.enable');
      const registrationId = await registered;
      await ada.page.goto('about:blank');
      await say(bora, '@ada sayfa kapalıyken');
      const pushed = () => receiver.received.at(-1)?.content;
      await poll(() => pushed() !== undefined, { until: 'the push service has it' });
      expect(JSON.stringify(pushed())).not.toMatch(/kapalıyken|bora/);
      const data = JSON.stringify(pushed());
      await devtools.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data });
      await ada.page.goto(`${server.url}/api/ready`);
      await poll(async () => (await byWorker()).length === 1, { until: 'the worker has shown it' });
      expect(await byWorker()).toEqual(['meydan.kahve: Bir mesajda sizden söz edildi']);
      await ada.page.goto(`${server.url}/#/r/kahve`);
      await rowWith(ada, '@ada sayfa kapalıyken').waitFor();
      await poll(async () => (await byWorker()).length === 0, { until: 'it is read' });
    });

    const byWorker = () =>
      ada.page.evaluate<string[]>(
        `navigator.serviceWorker.getRegistration('/').then((registration) => registration.getNotifications())
          .then((shown) => shown.map(({ tag, body }) => tag + ': ' + body))`,
      );

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
