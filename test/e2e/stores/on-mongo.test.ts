/** One journey through the page on MongoDB in every run; `npm run test:soak -- walks` has all of them there. */
import { readdir } from 'node:fs/promises';
import { describeInChromium } from '../../support/browsers/chromium.js';
import {
  createRoomInPage,
  enter,
  goToRoom,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../../support/browsers/page-person.js';
import { developer, joinRoom, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { describeOnMongo } from '../../support/store/engines.js';

describeOnMongo('a journey through the page', (_, mongod) => {
  describeInChromium('in Chromium', (browser) => {
    let server: ServerProcess;
    let ada: PagePerson;

    beforeAll(async () => {
      server = await startServer({ RATE_LIMITS: 'off', MONGODB_URI: mongod().freshUri() });
      ada = await enter(browser(), server.url, 'ada');
    }, 90_000);
    afterAll(() => server?.remove());

    it('writes, edits, reacts, comes back to what is unread, is mentioned and finds, over a restart', async () => {
      await createRoomInPage(ada, 'Kahve', 'kahve');
      await say(ada, 'onda');
      await rowWith(ada, 'onda').hover();
      await rowWith(ada, 'onda').getByTestId('action-edit').click();
      await say(ada, 'on birde');
      await rowWith(ada, 'on birde').getByTestId('edited').waitFor();
      await rowWith(ada, 'on birde').hover();
      await rowWith(ada, 'on birde').getByTestId('action-smile').click();
      await rowWith(ada, 'on birde').getByTestId('emoji').first().click();
      await rowWith(ada, 'on birde').getByTestId('reaction').filter({ hasText: '1' }).waitFor();
      await createRoomInPage(ada, 'Çay', 'cay');
      const bora = await developer(server.url, 'bora');
      await joinRoom(server.url, bora, 'kahve');
      for (const body of ['geldim', '@ada fincan sende mi', 'bekliyorum'])
        await rest(server.url, '/rooms/kahve/messages', { token: bora.token, method: 'POST', body: { body } });
      await testId(ada, 'mentions-way').filter({ hasText: '1' }).waitFor();
      await server.stop();
      await server.start();
      await goToRoom(ada, 'kahve');
      await testId(ada, 'unread-line').waitFor();
      await rowWith(ada, 'on birde').getByTestId('reaction').filter({ hasText: '1' }).waitFor();
      await testId(ada, 'search-way').click();
      await testId(ada, 'everywhere-words').fill('fincan');
      await testId(ada, 'everywhere-submit').click();
      await testId(ada, 'hit').filter({ hasText: 'sende mi' }).waitFor();
      await ada.context.close();
      expect(await readdir(server.dir)).not.toContain('store.db');
      expect(await server.stop()).toBe(0);
      server.verifyLog();
    });
  });
});
