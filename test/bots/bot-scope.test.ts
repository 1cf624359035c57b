/** Every endpoint × the token of a bot: what its list does not name is closed to it. And an installation without bots. */
import { isOpenToBots, mayBotsPerform } from '#src/protocol/bots/bot-scope.js';
import { endpoints } from '#src/protocol/endpoints.js';
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import { operationSchemas } from '#src/protocol/socket/operations.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type Bot, botOf } from './bots-fixture.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`;
const withToken = endpoints.filter(({ access }) => access !== 'public' && access !== 'console');

describe('the scope of a bot', () => {
  let booted: Booted;
  let ada: Person;
  let bot: Bot;
  beforeAll(async () => {
    booted = await bootApp();
    ada = await booted.person('ada');
    bot = await botOf(booted, ada, 'yanki');
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  const outcome = async (person: Person, { method, path }: Endpoint): Promise<string> => {
    const at = path.replaceAll(/\{(\w+)\}/g, NOBODY);
    return outcomeOf(await booted.ask(person, method.toUpperCase(), at, method === 'get' ? undefined : {}));
  };

  it('holds nothing but what is named', async () => {
    const open: string[] = [];
    for (const endpoint of withToken) if ((await outcome(bot, endpoint)) !== '403 not_allowed') open.push(endpoint.id);
    expect(open.sort()).toEqual(
      withToken
        .filter(isOpenToBots)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('makes no accounts, bots, tokens, rooms, memberships, direct chats, invites, stars or logins', () => {
    const open = withToken.filter(isOpenToBots).map(nameOf);
    const closed = /bots|webhooks|panel|\/dm|join|invite|follow|block|session|device|export|stars|founder|sponsored/;
    expect(open.filter((name) => closed.test(name))).toEqual([]);
    expect(open).not.toContain('post /api/rooms');
    expect(open).not.toContain('post /api/rooms/{slug}/members');
    expect(open).not.toContain('delete /api/me');
    expect(open).not.toContain('delete /api/rooms/{slug}');
  });

  it('leaves two operations of the socket to people', () => {
    const closed = Object.keys(operationSchemas).filter((name) => !mayBotsPerform(name));
    expect(closed).toEqual(['message:open_once', 'session:renew']);
  });

  it('has no webhooks where an operator switches them off', async () => {
    const { dataDir } = booted;
    await booted.app.close();
    booted = await bootApp({ dataDir, settings: { WEBHOOKS: 'off' } });
    expect(outcomeOf(await booted.ask(ada, 'GET', '/api/webhooks'))).toBe('404 not_found');
    expect(outcomeOf(await booted.ask(null, 'POST', '/api/webhooks/incoming/x/messages', { body: 'x' }))).toBe(
      '404 not_found',
    );
    expect((await booted.ask(ada, 'GET', '/api/bots')).status).toBe(200);
  });

  it('is empty where there are no bots: no paths, and no token is valid', async () => {
    const { dataDir } = booted;
    await booted.app.close();
    booted = await bootApp({ dataDir, settings: { BOTS: 'off' } });
    expect(outcomeOf(await booted.ask(ada, 'GET', '/api/bots'))).toBe('404 not_found');
    expect(outcomeOf(await booted.ask(bot, 'GET', '/api/me'))).toBe('401 unauthorized');
    expect((await booted.ask(ada, 'GET', '/api/me')).status).toBe(200);
  });
});
