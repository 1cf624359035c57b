/** What a call may reach in production, and how long it may take. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWebhookSender, type WebhookSender } from '#src/adapters/webhooks/webhook-sender.js';

const strict = (addresses: string[]): { sender: WebhookSender; connected: string[] } => {
  const connected: string[] = [];
  const network = {
    resolve: async () => addresses,
    locate: (place: { address: string; port: number }) => {
      connected.push(place.address);
      // Nothing listens there.
      return { address: '127.0.0.1', port: 1 };
    },
  };
  const sender = createWebhookSender({ network, isStrict: true, agent: 'test', monotonic: () => performance.now() });
  return { sender, connected };
};
const call = (url: string) => ({ url, headers: {}, body: '{}' });

describe('in production', () => {
  it.each([
    ['http://example.org/', 'not https'],
    ['https://localhost/', 'not a public host'],
    ['https://10.0.0.1/', 'not a public host'],
    ['https://169.254.169.254/latest', 'not a public host'],
    ['https://[::1]/', 'not a public host'],
    ['https://0x7f.1/', 'not a public host'],
    ['https://db.internal/', 'not a public host'],
    ['https://ada:secret@example.org/', 'a user in the address'],
    ['https://example.org/#x', 'a fragment in the address'],
    ['javascript:alert(1)', 'not https'],
    ['nonsense', 'no address'],
  ])('%s is refused before it is stored', async (url, problem) => {
    const { sender, connected } = strict(['93.184.216.34']);
    expect(sender.problemOf(url)).toBe(problem);
    expect(await sender.send(call(url))).toMatchObject({ status: null, error: problem });
    expect(connected).toEqual([]);
  });

  it.each([['10.1.2.3'], ['127.0.0.1'], ['::ffff:169.254.169.254'], ['fd00::1'], ['64:ff9b::a00:1']])(
    'a name that leads to %s is not connected to',
    async (address) => {
      const { sender, connected } = strict(['93.184.216.34', address]);
      expect(sender.problemOf('https://bot.example.org:8443/hook')).toBeNull();
      expect(await sender.send(call('https://bot.example.org/'))).toMatchObject({ error: 'not a public address' });
      expect(connected).toEqual([]);
    },
  );

  it('a public address is', async () => {
    const { sender, connected } = strict(['93.184.216.34']);
    expect(await sender.send(call('https://bot.example.org/'))).toMatchObject({ status: null, error: 'ECONNREFUSED' });
    expect(connected).toEqual(['93.184.216.34']);
  });
});

describe('a call', () => {
  let server: Server;
  let url: string;
  const paths: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      paths.push(request.url ?? '');
      if (request.url === '/redirect') response.writeHead(307, { location: '/elsewhere' }).end();
      // The answer of the silent one never comes, that of the endless one never ends.
      if (request.url === '/endless') response.writeHead(200).write('x'.repeat(200_000));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const sender = (timeoutMs: number) => {
    const network = { resolve: async () => [], locate: (place: never) => place };
    return createWebhookSender({ network, isStrict: false, agent: 'x', monotonic: () => performance.now(), timeoutMs });
  };

  it('follows no redirect, and reads no endless answer', async () => {
    expect(await sender(5_000).send(call(`${url}/redirect`))).toMatchObject({ status: 307, error: null });
    expect(await sender(5_000).send(call(`${url}/endless`))).toMatchObject({ status: 200 });
    expect(paths).toEqual(['/redirect', '/endless']);
  });

  it('ends when its time is over', async () => {
    expect(await sender(100).send(call(`${url}/silent`))).toMatchObject({ status: null, error: 'TimeoutError' });
  });
});
