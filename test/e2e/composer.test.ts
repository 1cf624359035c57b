import { barriersOn } from '../support/browsers/axe.js';
import {
  chooseAction,
  createRoomInPage,
  enter,
  goToRoom,
  joinRoomInPage,
  logInAgain,
  logOut,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { createRoom, developer, joinRoom } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

walkInChromium('writing', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;
  const written = () => testId(ada, 'composer').inputValue();
  const focused = (id: string) => testId(ada, id).and(ada.page.locator(':focus'));
  const line = (slug: string) => testId(ada, 'room-line').and(ada.page.locator(`[data-slug="${slug}"]`));

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    ada = await enter(browser(), server.url, 'ada');
    bora = await enter(browser(), server.url, 'bora');
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
    await joinRoomInPage(bora, 'kahve');
    await createRoomInPage(ada, 'Kitap Kulübü', 'kitap');
    await goToRoom(ada, 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  describe('a draft', () => {
    it('stays with its room, is told in the list, and outlives a reload', async () => {
      await testId(ada, 'composer').fill('yarım kalan');
      await goToRoom(ada, 'kitap');
      expect(await written()).toBe('');
      await line('kahve').getByTestId('draft').filter({ hasText: 'Taslak: yarım kalan' }).waitFor();
      await ada.page.reload();
      await line('kahve').getByTestId('draft').waitFor();
      await goToRoom(ada, 'kahve');
      expect(await written()).toBe('yarım kalan');
    });

    it('is the same in another tab, and gone from both once it is sent', async () => {
      const second = { ...ada, page: await ada.context.newPage() };
      await second.page.goto(`${server.url}/#/r/kahve`);
      await testId(second, 'composer').waitFor();
      expect(await testId(second, 'composer').inputValue()).toBe('yarım kalan');
      await testId(second, 'composer').fill('bitti');
      await poll(async () => (await written()) === 'bitti', { until: 'the first tab shows it too' });
      await testId(second, 'composer').press('Enter');
      await poll(async () => (await written()) === '', { until: 'both fields are empty' });
      await rowWith(ada, 'bitti').waitFor();
      await second.page.close();
    });

    it('keeps the message it answers, and comes back after an edit', async () => {
      await say(bora, 'kaçta geliyorsun');
      await rowWith(ada, 'kaçta geliyorsun').hover();
      await rowWith(ada, 'kaçta geliyorsun').getByTestId('action-reply').click();
      await testId(ada, 'composer').fill('birazdan');
      await ada.page.reload();
      await testId(ada, 'composer-about').filter({ hasText: 'kaçta geliyorsun' }).waitFor();
      expect(await written()).toBe('birazdan');
      await rowWith(ada, 'bitti').hover();
      await rowWith(ada, 'bitti').getByTestId('action-edit').click();
      expect(await written()).toBe('bitti');
      await testId(ada, 'composer').press('Escape');
      await testId(ada, 'composer-about').waitFor({ state: 'detached' });
      expect(await written()).toBe('birazdan');
      await testId(ada, 'composer').press('Enter');
      await rowWith(bora, 'birazdan').waitFor();
    });

    it('belongs to a discussion of its own', async () => {
      await rowWith(ada, 'kaçta geliyorsun').hover();
      await rowWith(ada, 'kaçta geliyorsun').getByTestId('action-discuss').click();
      await testId(ada, 'reply-composer').fill('altına');
      await ada.page.reload();
      expect(await written()).toBe('');
      await rowWith(ada, 'kaçta geliyorsun').hover();
      await rowWith(ada, 'kaçta geliyorsun').getByTestId('action-discuss').click();
      expect(await testId(ada, 'reply-composer').inputValue()).toBe('altına');
      await testId(ada, 'reply-composer').press('Enter');
      await testId(ada, 'reply').filter({ hasText: 'altına' }).waitFor();
      expect(await testId(ada, 'reply-composer').inputValue()).toBe('');
      await testId(ada, 'panel-close').click();
    });

    it('is left nowhere by whoever logs out', async () => {
      const cem = await enter(browser(), server.url, 'cem');
      await createRoomInPage(cem, 'Cem', 'cem');
      await testId(cem, 'composer').fill('gizli');
      await logOut(cem);
      await testId(cem, 'login-provider').waitFor();
      const kept = await cem.page.evaluate<string>('Object.values({ ...localStorage }).join()');
      expect(kept).not.toContain('gizli');
      await logInAgain(cem);
      await goToRoom(cem, 'cem');
      expect(await testId(cem, 'composer').inputValue()).toBe('');
      await cem.context.close();
    });
  });

  describe('completion', () => {
    const options = () => testId(ada, 'mentions').getByRole('option');

    it('offers members, tells which is chosen, and takes one by the keyboard', async () => {
      await testId(ada, 'composer').pressSequentially('selam @bo');
      await options().filter({ hasText: 'bora' }).waitFor();
      const active = await testId(ada, 'composer').getAttribute('aria-activedescendant');
      expect(await ada.page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
      expect(await barriersOn(ada.page)).toEqual([]);
      await testId(ada, 'composer').press('Tab');
      await poll(async () => (await written()) === 'selam @bora ', { until: 'the name is written' });
    });

    it('leaves words and code alone, and Escape leaves the text as it is', async () => {
      for (const body of ['mail@bo', '`@bo', '```\n@bo']) {
        await testId(ada, 'composer').fill('');
        await testId(ada, 'composer').fill(body);
        expect(await options().count()).toBe(0);
      }
      await testId(ada, 'composer').fill('');
      await testId(ada, 'composer').pressSequentially('@b');
      await options().first().waitFor();
      await testId(ada, 'composer').press('Escape');
      await options().first().waitFor({ state: 'detached' });
      expect(await written()).toBe('@b');
    });

    it('asks the service for names of a large room as they are typed', async () => {
      const names = Array.from({ length: 210 }, (_, at) => `kisi${at}`);
      const dana = await developer(server.url, 'dana');
      await createRoom(server.url, dana, 'kalabalik');
      const come = async (name: string) => joinRoom(server.url, await developer(server.url, name), 'kalabalik');
      // All at once they would wait for each other for longer than a request may.
      for (let at = 0; at < names.length; at += 10) await Promise.all(names.slice(at, at + 10).map(come));
      await joinRoomInPage(ada, 'kalabalik');
      const listed = ada.page.waitForRequest((request) => request.url().includes('/members?name=kisi20'));
      await testId(ada, 'composer').pressSequentially('@kisi207');
      await options().filter({ hasText: 'kisi207' }).waitFor();
      expect(await options().count()).toBe(1);
      await listed;
      await testId(ada, 'composer').press('Enter');
      await poll(async () => (await written()) === '@kisi207 ', { until: 'the name is written' });
      await testId(ada, 'composer').fill('');
      await goToRoom(ada, 'kahve');
    }, 120_000);

    it('knows emoji by their names in both languages', async () => {
      for (const word of [':gülmekten', ':rolling']) {
        await testId(ada, 'composer').fill('');
        await testId(ada, 'composer').pressSequentially(word);
        await options().filter({ hasText: '🤣' }).waitFor();
      }
      await testId(ada, 'composer').press('Enter');
      await poll(async () => (await written()) === '🤣 ', { until: 'the emoji is written' });
    });
  });

  describe('emoji', () => {
    it('are found by name, walked through by arrows, and written at the caret', async () => {
      await testId(ada, 'composer').fill('ab');
      await testId(ada, 'composer').press('ArrowLeft');
      await testId(ada, 'emoji-open').click();
      await testId(ada, 'emoji-search').fill('kahve');
      await testId(ada, 'emoji-choice').first().waitFor();
      expect(await barriersOn(ada.page)).toEqual([]);
      await testId(ada, 'emoji-search').press('ArrowDown');
      await focused('emoji-choice').waitFor();
      const face = await testId(ada, 'emoji-choice').first().getAttribute('data-face');
      await ada.page.keyboard.press('Enter');
      await poll(async () => (await written()) === `a${face}b`, { until: 'it stands between' });
      await focused('composer').waitFor();
    });

    it('that were chosen come first the next time, and Escape gives the focus back', async () => {
      await testId(ada, 'emoji-open').click();
      await testId(ada, 'emoji-choice').first().waitFor();
      expect(await testId(ada, 'emoji-group-recent').getAttribute('aria-pressed')).toBe('true');
      expect(await testId(ada, 'emoji-choice').count()).toBe(1);
      await ada.page.keyboard.press('Escape');
      await testId(ada, 'emoji-picker').waitFor({ state: 'detached' });
      await focused('emoji-open').waitFor();
      await testId(ada, 'composer').fill('');
    });

    it('of any kind are reactions too', async () => {
      await rowWith(ada, 'kaçta geliyorsun').hover();
      await rowWith(ada, 'kaçta geliyorsun').getByTestId('action-smile').click();
      await rowWith(ada, 'kaçta geliyorsun').getByTestId('action-plus').click();
      await testId(ada, 'emoji-search').fill('rocket');
      await testId(ada, 'emoji-choice').first().waitFor();
      await testId(ada, 'emoji-search').press('Enter');
      await rowWith(bora, 'kaçta geliyorsun').getByTestId('reaction').filter({ hasText: '🚀' }).waitFor();
      await chooseAction(bora, rowWith(bora, 'kaçta geliyorsun'), 'reactors');
      const adaWithRocket = testId(bora, 'reactors').getByTestId('person').filter({ hasText: 'ada' });
      await adaWithRocket.filter({ hasText: '🚀' }).waitFor();
      expect(await barriersOn(bora.page)).toEqual([]);
      await bora.page.keyboard.press('Escape');
    });
  });
});
