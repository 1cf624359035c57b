/** Requests over REST: their addresses, what they carry, how often they are repeated and what ends that. */
import { Rest, type RestOptions } from '#sdk/rest.js';
import { quickTimers, settled } from './quick-timers.js';

type Answer = Response | Error;

function scene(answers: Answer[] = [], options: Partial<RestOptions> = {}) {
  const sent: [url: string, init: RequestInit][] = [];
  const own = new Rest({
    url: 'http://meydan.example',
    fetch: (async (url: string, init: RequestInit) => {
      sent.push([url, init]);
      const answer = answers.shift() ?? Response.json({ ok: 1 });
      if (answer instanceof Error) throw answer;
      return answer;
    }) as never,
    ...options,
  });
  return { own, sent };
}
const refused = (code: string, status: number) => Response.json({ error: { code, message: '' } }, { status });
const lost = () => new TypeError('fetch failed');

describe('a request', () => {
  it('goes to the address of the service, with nothing that it was not given', async () => {
    for (const url of ['http://meydan.example', 'http://meydan.example/']) {
      const { own, sent } = scene([], { url });
      await own.request('GET /api/rooms/{slug}', { path: { slug: 'kahve' } });
      expect(sent).toEqual([
        ['http://meydan.example/api/rooms/kahve', { method: 'GET', headers: {}, body: null, signal: null }],
      ]);
    }
    const { own, sent } = scene();
    const { signal } = new AbortController();
    await own.request('POST /api/rooms', { body: { name: 'Kahve' }, token: 't', signal } as never);
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer t' };
    expect(sent[0]?.[1]).toEqual({ method: 'POST', headers, body: '{"name":"Kahve"}', signal });
    await own.request('GET /api/rooms/{slug}' as never, { path: {} } as never);
    expect(sent[1]?.[0]).toBe('http://meydan.example/api/rooms/');
  });

  it('of the console and of /v1 has no token but its own', async () => {
    for (const path of ['/api/console/accounts', '/v1/rooms']) {
      const { own, sent } = scene();
      own.tokenFor = async () => 'of the session';
      await own.request(`GET ${path}` as never, {} as never);
      await own.request(`GET ${path}` as never, { token: 'own' } as never);
      expect(sent.map(([, { headers }]) => headers)).toEqual([{}, { Authorization: 'Bearer own' }]);
    }
  });

  it('has a new token where the old one is not accepted, and none after any other refusal', async () => {
    for (const code of ['unauthorized', 'token_expired']) {
      const { own, sent } = scene([refused(code, 401)]);
      own.tokenFor = async (old) => (old === undefined ? 'a1' : `after ${old}`);
      expect(await own.request('GET /api/rooms')).toEqual({ ok: 1 });
      expect(sent.map(([, { headers }]) => headers)).toEqual([
        { Authorization: 'Bearer a1' },
        { Authorization: 'Bearer after a1' },
      ]);
    }
    const { own, sent } = scene([refused('not_member', 403)]);
    own.tokenFor = async () => 'a1';
    await expect(own.request('GET /api/rooms')).rejects.toMatchObject({ code: 'not_member' });
    expect(sent).toHaveLength(1);
  });

  it('is repeated three times after a lost answer, and no more once it is cancelled', async () => {
    using timers = quickTimers();
    const back = scene([lost(), refused('overloaded', 503), refused('unavailable', 503)]);
    expect(await back.own.request('GET /api/rooms')).toEqual({ ok: 1 });
    const [first, second, third] = timers.delays as [number, number, number];
    expect([first >= 125 && first < 251, second >= 250 && second < 501, third >= 500 && third < 1_001]).toEqual([
      true,
      true,
      true,
    ]);
    const gone = scene([lost(), lost(), lost(), lost(), lost()]);
    await expect(gone.own.request('GET /api/rooms')).rejects.toMatchObject({
      code: 'network',
      message: 'No answer from the service.',
      status: 0,
    });
    expect(gone.sent).toHaveLength(4);
    const limited = scene([refused('rate_limited', 429)]);
    await expect(limited.own.request('GET /api/rooms')).rejects.toMatchObject({ code: 'rate_limited' });
    expect(limited.sent).toHaveLength(1);
  });

  it('that is cancelled while it waits is not sent again', async () => {
    const cancelled = new AbortController();
    const { own, sent } = scene([lost(), lost(), lost()]);
    const asked = own.request('GET /api/rooms', { signal: cancelled.signal }).catch(({ code }) => code);
    await settled();
    cancelled.abort();
    expect([await asked, sent.length]).toEqual(['network', 2]);
    const never = scene([lost()]);
    await never.own.request('GET /api/rooms', { signal: cancelled.signal }).catch(() => undefined);
    expect(never.sent).toHaveLength(1);
  });

  it('has an answer of text where it is not JSON, and an unknown outcome where the answer breaks off', async () => {
    const bare = new Response(new TextEncoder().encode('metin'));
    const { own } = scene([bare, new Response('{"a":', { headers: { 'content-type': 'application/json' } })], {
      retries: 0,
    });
    expect(await own.request('GET /api/rooms')).toBe('metin');
    await expect(own.request('GET /api/rooms')).rejects.toMatchObject({ code: 'network' });
  });

  it('uses the fetch of the platform where it was given none', async () => {
    const platform = globalThis.fetch;
    globalThis.fetch = (async () => Response.json({ from: 'platform' })) as never;
    try {
      expect(await new Rest({ url: 'http://meydan.example' }).request('GET /api/rooms')).toEqual({ from: 'platform' });
    } finally {
      globalThis.fetch = platform;
    }
  });

  it('waits at least as long as the service asks for', async () => {
    using timers = quickTimers();
    const wait = Response.json({ error: { code: 'overloaded', message: '', retry_after_ms: 7_000 } }, { status: 503 });
    const headers = { 'retry-after': '9' };
    const plain = Response.json({ error: { code: 'unavailable', message: '' } }, { status: 503, headers });
    await scene([wait, plain]).own.request('GET /api/rooms');
    expect(timers.delays.map((ms) => Math.floor(ms / 1_000))).toEqual([7, 9]);
  });
});
