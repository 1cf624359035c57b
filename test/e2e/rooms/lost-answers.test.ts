/** Forms of the chat page whose answer is lost on its way: what they ask for is made once. */
import { loseFirstAnswer } from '../../support/browsers/lost-answers.js';
import { createRoomInPage, enter, type PagePerson, testId } from '../../support/browsers/page-person.js';
import { closeDialog, showMe, showPart } from '../../support/browsers/two-people.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { developer, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';

walkInChromium('a form of the page whose answer is lost', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let token: string;

  const ask = <T>(path: string): Promise<T> => rest<T>(server.url, path, { token });

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    ada = await enter(browser(), server.url, 'ada');
    ({ token } = await developer(server.url, 'ada'));
    await createRoomInPage(ada, 'Kahve', 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  it('makes one room', async () => {
    await loseFirstAnswer(ada.page, '/api/rooms');
    await testId(ada, 'room-create').click();
    await testId(ada, 'room-name').fill('Kayıp yanıt');
    await testId(ada, 'form-submit').click();
    await testId(ada, 'room-title').filter({ hasText: 'Kayıp yanıt' }).waitFor();
    const { rooms } = await ask<{ rooms: { name: string }[] }>('/rooms');
    expect(rooms.map(({ name }) => name).sort()).toEqual(['Kahve', 'Kayıp yanıt']);
  }, 60_000);

  it('makes one invite link, and another one when it is asked for again', async () => {
    await loseFirstAnswer(ada.page, '/invites');
    await showPart(ada, 'invites');
    await testId(ada, 'invite-create').click();
    await testId(ada, 'invite').first().waitFor();
    expect(await testId(ada, 'invite').count()).toBe(1);
    await testId(ada, 'invite-create').click();
    await testId(ada, 'invite').nth(1).waitFor();
    expect(await testId(ada, 'invite').count()).toBe(2);
  }, 60_000);

  it('makes one bot with one token', async () => {
    await loseFirstAnswer(ada.page, '/api/bots');
    await showMe(ada, 'bots');
    await testId(ada, 'bot-name').fill('cayci');
    await testId(ada, 'bot-create').click();
    await loseFirstAnswer(ada.page, '/tokens');
    await testId(ada, 'token-name').fill('ilk');
    await testId(ada, 'token-create').click();
    await testId(ada, 'token').first().waitFor();
    expect(await testId(ada, 'token').count()).toBe(1);
    expect((await ask<{ bots: object[] }>('/bots')).bots.length).toBe(1);
    await closeDialog(ada);
  }, 60_000);

  it('makes one webhook, with a new bot', async () => {
    await loseFirstAnswer(ada.page, '/tokens');
    await showPart(ada, 'webhooks');
    await testId(ada, 'incoming-new').locator('summary').click();
    await testId(ada, 'incoming-name').fill('hava');
    await testId(ada, 'incoming-bot').selectOption('');
    await testId(ada, 'incoming-bot-name').fill('havaci');
    await testId(ada, 'incoming-create').click();
    await testId(ada, 'panel-webhooks').getByTestId('token').first().waitFor();
    const { bots } = await ask<{ bots: { id: string; username: string }[] }>('/bots');
    const made = bots.find(({ username }) => username === 'havaci');
    expect((await ask<{ tokens: object[] }>(`/bots/${made?.id}/tokens`)).tokens.length).toBe(1);
  }, 60_000);
});
