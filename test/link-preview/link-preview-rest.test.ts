import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';
import { html, type PretendInternet, pretendInternet } from './pretend-internet.js';

const clock = new TestClock();
let internet: PretendInternet;
let booted: Booted;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  internet = await pretendInternet();
  internet.pages.set(
    '/haber',
    html('<meta property="og:title" content="Bugün"><meta name="description" content="Hava">'),
  );
  const parts = { previewNetwork: internet.network, env: clock.env };
  booted = await bootApp({ settings: { RATE_LIMITS: 'on' }, parts });
  ada = await booted.person('ada');
  bob = await booted.person('bob');
});
afterAll(async () => {
  await booted[Symbol.asyncDispose]();
  await internet[Symbol.asyncDispose]();
});

const HABER = 'http://acik.example/haber';
const ask = (person: Person | null, url: string, on = booted) =>
  on.ask(person, 'GET', `/api/link-preview?url=${encodeURIComponent(url)}`);

describe('GET /api/link-preview', () => {
  beforeEach(() => clock.move(60_000));

  it('tells what the page behind a link says', async () => {
    const { status, body } = await ask(ada, HABER);
    expect(status).toBe(200);
    expect(body).toEqual({
      preview: { url: HABER, title: 'Bugün', description: 'Hava', image_url: null, site_name: null },
    });
  });

  it.each(['http://acik.example/yok', 'http://127.0.0.1/', 'http://acik.example:81/', 'https://localhost/'])(
    'tells null of %s',
    async (url) => {
      expect(await ask(ada, url)).toMatchObject({ status: 200, body: { preview: null } });
    },
  );

  it.each([
    ['nothing', ''],
    ['no address', 'merhaba'],
    ['another scheme', 'ftp://acik.example/'],
    ['a script', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['data', 'data:text/html,<title>x</title>'],
    ['no host', 'http://'],
    ['a host that is none', 'http://256.256.256.256/'],
    ['2049 characters', `http://acik.example/${'a'.repeat(2_049 - 20)}`],
  ])('refuses %s', async (_, url) => {
    expect(await ask(ada, url)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
  });

  it('refuses a question without a link, and one with two', async () => {
    for (const query of ['', '?url', `?url=${HABER}&url=${HABER}`]) {
      const answer = await booted.ask(ada, 'GET', `/api/link-preview${query}`);
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
    }
  });

  it('takes a link of 2048 characters', async () => {
    expect(await ask(ada, `http://acik.example/${'a'.repeat(2_048 - 20)}`)).toMatchObject({ status: 200 });
  });

  it('is for people with a name', async () => {
    expect(await ask(null, HABER)).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
    const nameless = await booted.person('cem', { username: null });
    expect(await ask(nameless, HABER)).toMatchObject({ status: 403, body: { error: { code: 'username_required' } } });
  });

  it('answers sixty times a minute for an account, what is in memory counted', async () => {
    const before = internet.requests.length;
    for (let n = 0; n < 60; n += 1) expect((await ask(ada, HABER)).status).toBe(200);
    expect(await ask(ada, HABER)).toMatchObject({ status: 429, body: { error: { code: 'rate_limited' } } });
    expect((await ask(bob, HABER)).status).toBe(200);
    clock.move(60_000);
    expect((await ask(ada, HABER)).status).toBe(200);
    expect(internet.requests.length - before).toBeLessThanOrEqual(1);
  });

  it('has no such limit where limits are off', async () => {
    await using free = await bootApp({ parts: { previewNetwork: internet.network } });
    const person = await free.person('ada');
    const answers = await Promise.all(Array.from({ length: 70 }, () => ask(person, HABER, free)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});
