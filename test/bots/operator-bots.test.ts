/** What operators see of bots and webhooks, and bots that belong to no person. */
import { lastResort } from '../operators/operator-people.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type Bot, botOf } from './bots-fixture.js';

describe('an operator', () => {
  let booted: Booted;
  let ada: Person;
  let bot: Bot;
  const operator = (...args: Parameters<ReturnType<typeof lastResort>>) => lastResort(booted)(...args);
  beforeAll(async () => {
    booted = await bootApp({ settings: { CONSOLE_KEY: 'a-key-for-operators-of-these-tests' } });
    ada = await booted.person('ada');
    bot = await botOf(booted, ada, 'yanki');
    await booted.ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug: 'kahve' });
    await booted.ask(ada, 'POST', '/api/rooms/kahve/members', { account_id: bot.accountId });
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  it('sees the bots of a person with their webhooks, and switches one off for good', async () => {
    const sent = { bot_id: bot.accountId, room: 'kahve', url: 'http://127.0.0.1:1/', events: ['message:deleted'] };
    const { id } = (await booted.ask(ada, 'POST', '/api/webhooks', sent)).body.webhook;
    const { bots } = (await operator('GET', `/accounts/${ada.accountId}/bots?reason=soru`)).body;
    expect(bots).toMatchObject([
      {
        bot: { id: bot.accountId, username: 'yanki', is_bot: true },
        owner_id: ada.accountId,
        webhooks: [{ id, enabled: true }],
      },
    ]);
    const own = (await operator('GET', `/accounts/${bot.accountId}/bots?reason=soru`)).body.bots;
    expect(own).toEqual(bots);
    const { webhook } = (await operator('DELETE', `/webhooks/${id}?reason=spam`)).body;
    expect(webhook).toMatchObject({ enabled: false, disabled_reason: 'operator' });
    expect(outcomeOf(await booted.ask(ada, 'PATCH', `/api/webhooks/${id}`, { enabled: true }))).toBe('403 not_allowed');
    const [row] = (await operator('GET', `/audit?target=${id}`)).body.entries;
    expect(row).toMatchObject({ action: 'disableWebhook', reason: 'spam', outcome: 'done' });
  });

  it('makes a bot that belongs to no person, with a token, and erases it', async () => {
    const { bot: made } = (await operator('POST', '/bots', { username: 'duyuru', reason: 'haber' })).body;
    const { secret } = (await operator('POST', `/bots/${made.id}/tokens`, { name: 'bir', reason: 'haber' })).body;
    await booted.ask(ada, 'POST', '/api/rooms/kahve/members', { username: 'duyuru' });
    const speaker = { name: 'duyuru', accountId: made.id, accessToken: secret, refreshToken: '' };
    const said = await booted.ask(speaker, 'POST', '/api/rooms/kahve/messages', { body: 'Duyuru' });
    expect(said.body.message.sender).toMatchObject({ username: 'duyuru', is_bot: true });
    expect(outcomeOf(await operator('POST', '/bots', { username: 'yanki', reason: 'x' }))).toBe(
      '422 validation_failed',
    );
    const foreign = await operator('POST', `/bots/${bot.accountId}/tokens`, { name: 'x', reason: 'x' });
    expect(outcomeOf(foreign)).toBe('404 not_found');
    await operator('DELETE', `/accounts/${made.id}?reason=bitti`);
    expect(outcomeOf(await booted.ask(speaker, 'GET', '/api/me'))).toBe('401 unauthorized');
  });
});
