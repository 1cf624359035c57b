import { readFile } from 'node:fs/promises';
import { describeInChromium } from '../support/browsers/chromium.js';
import { type GeneratedFile, generatePhoto, seenPicture } from '../support/browsers/generated-media.js';
import {
  createRoomInPage,
  enter,
  joinRoomInPage,
  type PagePerson,
  rowWith,
  testId,
} from '../support/browsers/page-person.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { describeWithS3 } from '../support/servers/versitygw.js';

/** Straight between the page and another origin: what its policy, the bucket's rules and the links must all allow. */
describeInChromium('files on the page that lie in a bucket', (browser) => {
  describeWithS3('of an S3 server', (s3) => {
    let server: ServerProcess;
    let ada: PagePerson;
    let bora: PagePerson;
    const complaints: string[] = [];

    beforeAll(async () => {
      server = await startServer({ RATE_LIMITS: 'off', ...s3().settings });
      [ada, bora] = await Promise.all([enter(browser(), server.url, 'ada'), enter(browser(), server.url, 'bora')]);
      for (const { page } of [ada, bora]) {
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      }
      await createRoomInPage(ada, 'Kahve Severler', 'kahve');
      await joinRoomInPage(bora, 'kahve');
    }, 90_000);
    afterAll(async () => {
      await Promise.all([ada, bora].map(({ context }) => context.close()));
      await server.remove();
    });

    async function send(sort: 'photo' | 'file', file: GeneratedFile): Promise<void> {
      await testId(ada, 'attach').click();
      await testId(ada, `attach-${sort}`).setInputFiles(file);
      await testId(ada, 'tray-item').filter({ hasText: file.name }).waitFor();
      await testId(ada, 'composer').fill(file.name);
      await testId(ada, 'send').click();
    }

    it('come and go without a detour, and nothing complains', async () => {
      await send('photo', await generatePhoto(ada.page, 'liman.jpg', { width: 900, height: 600 }));
      const photo = rowWith(bora, 'liman.jpg').getByTestId('media');
      const link = (await photo.locator('img').getAttribute('src')) ?? '';
      expect(link).toContain(`:${s3().port}/`);
      expect(await seenPicture(bora.page, link)).toMatchObject({ width: 480, height: 320 });
      await send('file', {
        name: 'Notlar.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4 gündem'),
      });
      const download = bora.page.waitForEvent('download');
      await rowWith(bora, 'Notlar.pdf').getByTestId('document').click();
      expect((await download).suggestedFilename()).toBe('Notlar.pdf');
      expect(await readFile(await (await download).path(), 'utf8')).toBe('%PDF-1.4 gündem');
      expect(complaints).toEqual([]);
    });

    it('bring faces into the page as well', async () => {
      await testId(ada, 'me').click();
      await testId(ada, 'me-photos').click();
      await testId(ada, 'photo-file').setInputFiles(
        await generatePhoto(ada.page, 'yüz.jpg', { width: 600, height: 600 }),
      );
      await testId(ada, 'photo-send').click();
      await testId(bora, 'sender-face').first().getByTestId('photo').waitFor();
      expect(complaints).toEqual([]);
    });
  });
});
