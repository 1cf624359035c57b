import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright-core';
import { barriersOn } from '../support/browsers/axe.js';
import { type GeneratedFile, generatePhoto, generateVideo, seenPicture } from '../support/browsers/generated-media.js';
import {
  agree,
  chooseAction,
  createRoomInPage,
  enter,
  goToRoom,
  joinRoomInPage,
  jumpedTo,
  type PagePerson,
  rowsOnScreen,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

const DOCUMENT_S = 25;
const LINK_S = 30;
const puts = (url: URL) => url.pathname.startsWith('/objects/');

async function choose(person: PagePerson, sort: 'photo' | 'file', ...files: GeneratedFile[]): Promise<void> {
  await testId(person, 'attach').click();
  await testId(person, `attach-${sort}`).setInputFiles(files);
  for (const { name } of files) await testId(person, 'tray-item').filter({ hasText: name }).waitFor();
}

async function sendWith(person: PagePerson, words: string): Promise<void> {
  await testId(person, 'composer').fill(words);
  await testId(person, 'send').click();
}

const pdf = (name: string, bytes: string | Buffer): GeneratedFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(bytes),
});

/** What the browser would hand to the page if files were dragged in or pasted. */
const withFiles = (page: Page, { name, mimeType, buffer }: GeneratedFile) =>
  page.evaluateHandle(
    `(() => {
      const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (one) => one.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], '${name}', { type: '${mimeType}' }));
      return transfer;
    })()`,
  );

const paste = (field: unknown, clipboardData: unknown): void => {
  const event = Reflect.construct(Reflect.get(globalThis, 'ClipboardEvent'), [
    'paste',
    { clipboardData, bubbles: true },
  ]);
  (field as { dispatchEvent(event: unknown): void }).dispatchEvent(event);
};

const sent = ({ page }: PagePerson, part: string) =>
  page.locator(`[data-testid="message"][data-state="sent"]`).filter({ has: page.getByTestId(part) });

walkInChromium(
  'files on the page',
  (browser, engine) => {
    let server: ServerProcess;
    let ada: PagePerson;
    let bora: PagePerson;
    let photo: GeneratedFile;

    beforeAll(async () => {
      const lifetimes = { DOCUMENT_TTL_S: String(DOCUMENT_S), DOWNLOAD_LINK_TTL_S: String(LINK_S) };
      server = await startServer({ RATE_LIMITS: 'off', ...lifetimes, ...engine() });
      [ada, bora] = await Promise.all([enter(browser(), server.url, 'ada'), enter(browser(), server.url, 'bora')]);
      await createRoomInPage(ada, 'Kahve Severler', 'kahve');
      await joinRoomInPage(bora, 'kahve');
      photo = await generatePhoto(ada.page, 'liman.jpg', { width: 3200, height: 1200 });
    }, 90_000);
    afterAll(() => server.remove());

    it('shows how far a photo is, while words pass it; it comes scaled down, with a thumbnail', async () => {
      let letGo = () => {};
      const gate = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await ada.page.route(puts, async (route: Route) => {
        if (route.request().method() === 'PUT') await gate;
        await route.continue();
      });
      await choose(ada, 'photo', photo);
      await sendWith(ada, 'limanda sabah');
      await testId(ada, 'upload-progress').waitFor();
      await say(ada, 'birazdan bir fotoğraf');
      await rowWith(bora, 'birazdan bir fotoğraf').waitFor();
      expect(await testId(bora, 'media').count()).toBe(0);
      letGo();
      const row = rowWith(bora, 'limanda sabah');
      await row.getByTestId('media').waitFor();
      await ada.page.unroute(puts);
      const thumb = await row.getByTestId('media').locator('img').getAttribute('src');
      expect(await seenPicture(bora.page, thumb ?? '')).toMatchObject({ width: 480, height: 180 });
      await row.getByTestId('media').click();
      const full = await testId(bora, 'viewer-media').getAttribute('src');
      expect(await seenPicture(bora.page, full ?? '')).toMatchObject({ width: 2560, height: 960 });
      await bora.page.keyboard.press('Escape');
      await testId(bora, 'viewer').waitFor({ state: 'detached' });
    });

    it('plays a short video in the viewer; the arrows lead through what was sent', async () => {
      await choose(ada, 'photo', await generateVideo(ada.page, 'dalga.mp4'));
      await sendWith(ada, 'dalgalar');
      await rowWith(bora, 'dalgalar').getByTestId('media').click();
      const playing = () => bora.page.evaluate<boolean>("(document.querySelector('video')?.currentTime ?? 0) > 0");
      await poll(playing, { until: 'the video plays' });
      await testId(bora, 'viewer-place').filter({ hasText: '2 / 2' }).waitFor();
      await bora.page.keyboard.press('ArrowLeft');
      await testId(bora, 'viewer').locator('img').waitFor();
      await testId(bora, 'viewer-go').click();
      await jumpedTo(bora, 'limanda sabah');
    });

    it('tries a failed upload again, and gives one up', async () => {
      await ada.page.route(puts, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
      await choose(ada, 'photo', photo);
      await sendWith(ada, 'olmadı');
      const failed = ada.page.locator('[data-state="failed"]');
      await failed.filter({ hasText: 'olmadı' }).waitFor();
      await choose(ada, 'photo', photo);
      await sendWith(ada, 'vazgeçtim');
      await failed.filter({ hasText: 'vazgeçtim' }).getByTestId('discard').click();
      await ada.page.unroute(puts);
      await failed.getByTestId('retry').click();
      await rowWith(bora, 'olmadı').getByTestId('media').waitFor();
      expect(await rowWith(bora, 'vazgeçtim').count()).toBe(0);
    });

    it('sends a photo by itself once the service is back', async () => {
      await choose(ada, 'photo', photo);
      await server.kill();
      await sendWith(ada, 'fırtınadan sonra');
      await ada.page.locator('[data-state="failed"]').filter({ hasText: 'fırtınadan sonra' }).waitFor();
      await server.start();
      await rowWith(bora, 'fırtınadan sonra').getByTestId('media').waitFor();
      expect(await rowWith(bora, 'fırtınadan sonra').count()).toBe(1);
    }, 60_000);

    it('takes files that are dropped on the room or pasted into the words', async () => {
      const dropped = await withFiles(ada.page, { ...photo, name: 'bırakılan.jpg' });
      await testId(ada, 'room').dispatchEvent('dragover', { dataTransfer: dropped });
      await testId(ada, 'drop-here').waitFor();
      await testId(ada, 'room').dispatchEvent('drop', { dataTransfer: dropped });
      await testId(ada, 'tray-item').filter({ hasText: 'bırakılan.jpg' }).waitFor();
      const pasted = await withFiles(ada.page, { ...photo, name: 'pano.jpg' });
      await testId(ada, 'composer').evaluate(paste, pasted);
      await testId(ada, 'tray-item').filter({ hasText: 'pano.jpg' }).waitFor();
      await sendWith(ada, 'ikisi birden');
      await rowWith(bora, 'ikisi birden').getByTestId('media').waitFor();
      await poll(async () => (await sent(bora, 'media').count()) === 6, { until: 'both photos are there' });
    });

    it('says before anything is sent why a file cannot go', async () => {
      await choose(ada, 'file', pdf('kitap.pdf', Buffer.alloc(10 * 1_048_576 + 1)));
      await testId(ada, 'tray-error').filter({ hasText: 'en çok 10 MB' }).waitFor();
      await choose(ada, 'photo', { ...photo, name: 'film.mov', mimeType: 'video/quicktime' });
      await testId(ada, 'tray-error').filter({ hasText: 'Bu tür dosya gönderilemez' }).waitFor();
      await choose(ada, 'photo', { name: 'bozuk.png', mimeType: 'image/png', buffer: Buffer.from('resim değil') });
      await testId(ada, 'tray-error').filter({ hasText: 'okunamıyor' }).waitFor();
      expect(await testId(ada, 'send').isDisabled()).toBe(true);
      while ((await testId(ada, 'tray-item').count()) > 0) await testId(ada, 'tray-remove').first().click();
    });

    it('counts down the time of a document, and hands it out under its name', async () => {
      await choose(ada, 'file', pdf('Toplantı notları.pdf', '%PDF-1.4 gündem'));
      await testId(ada, 'send').click();
      const card = testId(bora, 'document').filter({ hasText: 'Toplantı notları.pdf' });
      await card.filter({ hasText: /0:\d\d kaldı/ }).waitFor();
      const download = bora.page.waitForEvent('download');
      await card.click();
      expect((await download).suggestedFilename()).toBe('Toplantı notları.pdf');
      expect(await readFile(await (await download).path(), 'utf8')).toBe('%PDF-1.4 gündem');
    });

    it('records a voice message where the microphone is allowed, and others hear it at the speed they like', async () => {
      await testId(ada, 'voice-record').click();
      await testId(ada, 'voice-composer').getByRole('alert').filter({ hasText: 'mikrofonu kullanmasına' }).waitFor();
      await ada.page.keyboard.press('Escape');
      await ada.context.grantPermissions(['microphone']);
      await testId(ada, 'voice-record').click();
      await testId(ada, 'voice-time').filter({ hasText: '0:01' }).waitFor();
      expect(await barriersOn(ada.page)).toEqual([]);
      // As somebody clicks twice.
      const send = `document.querySelector('[data-testid="voice-send"]')`;
      await ada.page.evaluate(`${send}.click(), ${send}.click()`);
      const card = testId(bora, 'voice').last();
      await card.filter({ hasText: /0:0\d · 0:\d\d kaldı/ }).waitFor();
      await testId(bora, 'room-line').filter({ hasText: 'Sesli mesaj, 0:0' }).waitFor();
      await card.locator('[data-playing="false"]').click();
      await card.locator('[data-playing="true"]').waitFor();
      await card.getByTestId('voice-rate').click();
      await card.getByTestId('voice-rate').filter({ hasText: '1.5×' }).waitFor();
      await card.locator('[data-playing="false"]').waitFor();
      expect(await card.locator('.voice-bars path').last().getAttribute('d')).toMatch(/^(M[\d. ]+v[\d. ]+)+$/);
      expect(await barriersOn(bora.page)).toEqual([]);
      expect(await testId(bora, 'voice').count()).toBe(1);
    });

    it('shows a picture whose link has run out by a new one', async () => {
      const row = rowWith(bora, 'limanda sabah').getByTestId('media');
      const old = (await row.locator('img').getAttribute('src')) ?? '';
      await poll(async () => (await fetch(old)).status === 403, { until: 'the link is over', withinMs: LINK_S * 1500 });
      await row.click();
      const isShown = () =>
        bora.page.evaluate<boolean>(`document.querySelector('[data-testid="viewer-media"]')?.naturalWidth === 2560`);
      await poll(isShown, { until: 'the picture is shown' });
      await testId(bora, 'viewer-close').click();
    }, 60_000);

    it('lets an admin choose the photo of the room, and everybody sees it in their list', async () => {
      await testId(ada, 'room-info').click();
      await testId(ada, 'way-photos').click();
      await testId(ada, 'photo-file').setInputFiles(photo);
      await testId(ada, 'photo-send').click();
      await ada.page.locator('[data-testid="own-photo"][data-primary="true"]').waitFor();
      await testId(bora, 'room-line').filter({ hasText: 'Kahve Severler' }).getByTestId('photo').waitFor();
      await testId(ada, 'panel-close').click();
    });

    it('opens once what may be seen once, and shows nothing of it before or after', async () => {
      await testId(ada, 'contacts').click();
      await testId(ada, 'person-name').fill('bora');
      await testId(ada, 'person-show').click();
      await testId(ada, 'person-write').click();
      await choose(ada, 'photo', photo);
      await testId(ada, 'tray-once').check();
      await sendWith(ada, 'yalnız bir kez');
      await bora.page.locator('[data-testid="room-line"][data-slug^="dm-"]').click();
      const row = rowWith(bora, 'yalnız bir kez');
      await row.getByTestId('once').filter({ hasText: 'Bir kez aç' }).waitFor();
      expect(await row.locator('img').count()).toBe(0);
      await row.getByTestId('once').click();
      const link = (await testId(bora, 'viewer-media').getAttribute('src')) ?? '';
      expect(await seenPicture(bora.page, link)).toMatchObject({ width: 2560 });
      await testId(bora, 'viewer-close').click();
      for (const person of [ada, bora]) {
        await person.page.locator('[data-testid="once"][data-opened="true"]').filter({ hasText: 'Açıldı' }).waitFor();
      }
      expect(await row.getByTestId('once').isDisabled()).toBe(true);
      for (const person of [ada, bora]) await goToRoom(person, 'kahve');
    });

    it('keeps the cards of a document and a voice message when their time is over', async () => {
      const isOver = bora.page.locator('[data-expired="true"]');
      const card = testId(bora, 'document').filter({ hasText: 'Toplantı notları.pdf' });
      await card.and(isOver).waitFor({ timeout: (DOCUMENT_S + 5) * 1000 });
      await card.filter({ hasText: 'süresi doldu' }).waitFor();
      expect(await card.isDisabled()).toBe(true);
      await testId(bora, 'voice')
        .and(isOver)
        .waitFor({ timeout: (DOCUMENT_S + 5) * 1000 });
    }, 60_000);

    it('shows every photo and video in the gallery, page by page, and forgets what is deleted', async () => {
      const first = (await rowsOnScreen(ada)).find(({ body }) => body === 'limanda sabah')?.id ?? '';
      await ada.page.evaluate(
        `Promise.all(Array.from({ length: 70 }, () => fetch('/api/rooms/kahve/messages', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: 'Bearer ' + JSON.parse(localStorage.getItem('meydan.session')).access,
        },
        body: JSON.stringify({ forward_of: { room: 'kahve', message_id: '${first}' } }),
      })))`,
      );
      await bora.page.reload();
      await bora.page.locator('[data-testid="room"][data-open="true"]').waitFor();
      await testId(bora, 'room-info').click();
      await testId(bora, 'way-gallery').click();
      const tiles = testId(bora, 'tile');
      const isAll = async () => {
        await tiles.last().scrollIntoViewIfNeeded();
        return (await tiles.count()) === 76;
      };
      await tiles.first().waitFor();
      await poll(isAll, { until: 'all 76 are shown', everyMs: 100 });
      await tiles.first().click();
      await testId(bora, 'viewer-place').filter({ hasText: '76 / 76' }).waitFor();
      await testId(bora, 'viewer-close').click();
      await chooseAction(ada, sent(ada, 'media').last(), 'trash');
      await agree(ada);
      await poll(async () => (await tiles.count()) === 75, { until: 'the deleted one is gone' });
      await testId(bora, 'panel-close').click();
    }, 60_000);

    it('puts a picture into an article where its writer stands', async () => {
      await testId(ada, 'attach').click();
      await testId(ada, 'attach-article').click();
      await testId(ada, 'article-title').fill('Limanda bir sabah');
      await testId(ada, 'block-text').fill('Sis kalkınca');
      await testId(ada, 'article-picture').setInputFiles(photo);
      await testId(ada, 'article-pictured').filter({ hasText: 'liman.jpg' }).waitFor();
      expect(
        await testId(ada, 'block').evaluateAll((blocks) => blocks.map((block) => block.getAttribute('data-type'))),
      ).toEqual(['paragraph', 'image']);
      await testId(ada, 'article-send').click();
      // The page may have opened at the first of the seventy pictures, if some of them were unread.
      const toNewest = testId(bora, 'to-newest');
      await toNewest.or(testId(bora, 'article')).first().waitFor();
      if (await toNewest.isVisible()) await toNewest.click();
      await testId(bora, 'article').click();
      const picture = await testId(bora, 'panel-article').locator('figure img').getAttribute('src');
      expect(await seenPicture(bora.page, picture ?? '')).toMatchObject({ width: 2560, height: 960 });
      await testId(bora, 'panel-close').click();
    });

    it('leaves a log without a fault', async () => {
      await Promise.all([ada, bora].map(({ context }) => context.close()));
      await server.stop();
      server.verifyLog();
    }, 60_000);
  },
  // The shell without windows has no microphone.
  { isWhole: true },
);
