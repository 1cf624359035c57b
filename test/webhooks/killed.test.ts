/** A service that is killed while it delivers: nothing is lost, and a repeat has the same id. */
import { developer, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';
import { isSignedWith, openReceiver, type Receiver } from './receiver.js';

describe('a webhook of a service that is killed', () => {
  let server: ServerProcess;
  let receiver: Receiver;
  beforeAll(async () => {
    [server, receiver] = [await startServer(), await openReceiver()];
  }, 120_000);
  afterAll(async () => {
    await server?.remove();
    await receiver?.[Symbol.asyncDispose]();
  });

  it('arrives again under its id, and so does everything after it', async () => {
    const { url } = server;
    const { token } = await developer(url, 'ada');
    const post = <T>(path: string, body: object) => rest<T>(url, path, { method: 'POST', token, body });
    await post('/rooms', { name: 'Kahve', slug: 'kahve' });
    const { bot } = await post<{ bot: { id: string } }>('/bots', { username: 'haberci' });
    await post('/rooms/kahve/members', { account_id: bot.id });
    const sent = { bot_id: bot.id, room: 'kahve', url: receiver.url, events: ['message:new'] };
    const { secret } = await post<{ secret: string }>('/webhooks', sent);
    // The first one is accepted, the second one is in progress when the process dies.
    receiver.answers.push(204, 'hold');
    for (const body of ['bir', 'iki', 'üç']) await post('/rooms/kahve/messages', { body });
    await poll(() => receiver.calls.length === 2, { until: 'the second call is in progress' });
    await server.kill();
    await server.start();
    await poll(() => receiver.calls.length >= 4, { until: 'all has arrived' });
    const arrived = receiver.calls.map(({ body }) => body.data.message.body);
    expect(arrived).toEqual(['bir', 'iki', 'iki', 'üç']);
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    expect([ids[1] === ids[2], new Set(ids).size]).toEqual([true, 3]);
    expect(receiver.calls.every((call) => isSignedWith(secret, call))).toBe(true);
  }, 120_000);
});
