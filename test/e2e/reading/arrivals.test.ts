/** What a screen reader is told of new messages, and that nothing of a deleted message is left in the page. */
import { enter, goToRoom, type PagePerson, rowWith, testId } from '../../support/browsers/page-person.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { createRoom, developer, joinRoom, type Person, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';

walkInChromium('new messages that are read aloud', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: Person;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    bora = await developer(server.url, 'bora');
    ada = await enter(browser(), server.url, 'ada');
    await createRoom(server.url, bora, 'kahve');
    await joinRoom(server.url, await developer(server.url, 'ada'), 'kahve');
    await boraSays('dünden kalan');
    await ada.page.reload();
    await goToRoom(ada, 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  async function boraSays(body: string, more: object = {}): Promise<string> {
    const call = { token: bora.token, method: 'POST', body: { body, ...more } };
    return (await rest<{ message: { id: string } }>(server.url, '/rooms/kahve/messages', call)).message.id;
  }
  const told = () => testId(ada, 'arrivals').locator('p').allTextContents();

  it('are those that arrive, once, and not the ones that were there', async () => {
    await rowWith(ada, 'dünden kalan').waitFor();
    await boraSays('yeni gelen');
    await testId(ada, 'arrivals').getByText('yeni gelen').waitFor({ state: 'attached' });
    expect(await told()).toEqual(['bora: yeni gelen']);
  });

  it('leave no text of a deleted message in the page', async () => {
    const id = await boraSays('silinecek söz');
    await testId(ada, 'arrivals').getByText('silinecek söz').waitFor({ state: 'attached' });
    await rest(server.url, `/rooms/kahve/messages/${id}`, { token: bora.token, method: 'DELETE' });
    await rowWith(ada, 'silinecek söz').waitFor({ state: 'detached' });
    expect(await ada.page.locator('body').textContent()).not.toContain('silinecek söz');
    expect(await told()).toEqual(['bora: yeni gelen']);
  });

  it('and none in the reply, the search, the mentions and the discussions that show it', async () => {
    const id = await boraSays('fincanı kırdım @ada');
    await boraSays('hangisini', { discussion_of: id });
    await rowWith(ada, 'fincanı kırdım').hover();
    await rowWith(ada, 'fincanı kırdım').getByTestId('action-reply').click();
    await testId(ada, 'composer-about').filter({ hasText: 'fincanı kırdım' }).waitFor();
    await testId(ada, 'room-info').click();
    await testId(ada, 'way-discussions').click();
    await testId(ada, 'discussion-item').filter({ hasText: 'fincanı kırdım' }).waitFor();
    await testId(ada, 'mentions-way').click();
    await testId(ada, 'hit').filter({ hasText: 'fincanı kırdım' }).waitFor();
    await rest(server.url, `/rooms/kahve/messages/${id}`, { token: bora.token, method: 'DELETE' });
    for (const place of ['composer-about', 'discussion-item', 'hit']) {
      await testId(ada, place).filter({ hasText: 'silindi' }).waitFor();
    }
    expect(await ada.page.locator('body').textContent()).not.toContain('fincanı');
  });
});
