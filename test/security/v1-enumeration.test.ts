/** S7: whether an address has an account shows neither in answers of `/v1` nor in the time they take. */
import type { Answer } from '../support/clients/boot-app.js';
import { openV1Fixture, type V1Fixture } from '../v1/v1-fixture.js';

/** `V1_TIMING_CALLS=200` for the figure that is reported. */
const CALLS = Number(process.env.V1_TIMING_CALLS ?? 30);
const AIM_MS = 5;
const KNOWN = 20;

let fixture: V1Fixture;
beforeAll(async () => {
  fixture = await openV1Fixture({ settings: { RATE_LIMITS: 'off' } });
  for (let index = 0; index < KNOWN; index += 1) {
    await fixture.account(`verified${index}@example.com`);
    await fixture.register(`unverified${index}@example.com`);
  }
}, 60_000);
afterAll(() => fixture[Symbol.asyncDispose]());

let strangers = 0;
const unknown = () => {
  strangers += 1;
  return `stranger${strangers}@example.com`;
};

const bodies = {
  register: (email: string) => ({ email, password: 'another-password' }),
  login: (email: string) => ({ email, password: 'not the password' }),
  'resend-verification': (email: string) => ({ email }),
  'forgot-password': (email: string) => ({ email }),
};

type Path = keyof typeof bodies;
const post = (path: Path, email: string) => fixture.ask('POST', `/v1/auth/${path}`, bodies[path](email));

/** All that could tell: but for what differs from one request to the next by itself. */
function visible({ status, headers, body }: Answer): unknown {
  const told = Object.fromEntries(headers.entries());
  for (const changing of ['date', 'x-request-id']) delete told[changing];
  if (body?.error) body.error.request_id = '';
  return { status, told, body };
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Where the true median of these lies, with a confidence of 99 percent: between two of them, counted from the ends. */
function medianRange(values: number[]): [from: number, to: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const outside = Math.max(0, Math.floor((sorted.length - 2.576 * Math.sqrt(sorted.length)) / 2));
  return [sorted[outside] ?? 0, sorted[sorted.length - 1 - outside] ?? 0];
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await ask();
  return performance.now() - start;
}

type Asking = (call: number) => Promise<unknown>;

/** By turns, and in pairs: whatever else this machine does falls on both. */
async function compare(what: string, known: Asking, stranger: Asking) {
  const times: [number[], number[]] = [[], []];
  for (let call = 0; call < CALLS; call += 1) {
    // A lock comes after five failures: an address is tried less often, and time goes on.
    if (call % (2 * KNOWN) === 0) fixture.pass(3_600_000);
    for (const who of call % 2 === 0 ? [0, 1] : [1, 0]) {
      times[who]?.push(await timed(() => (who === 0 ? known(call) : stranger(call))));
    }
  }
  const [one, other] = times;
  const [from, to] = medianRange(one.map((ms, call) => ms - (other[call] ?? 0)));
  const figures = [median(one), median(other), from, to].map((ms) => ms.toFixed(1));
  process.stderr.write(
    `${what}: known ${figures[0]} ms, unknown ${figures[1]} ms, apart ${figures[2]} to ${figures[3]} ms\n`,
  );
  return { from, to };
}

const account =
  (path: Path, kind: string): Asking =>
  (call) =>
    post(path, `${kind}${call % KNOWN}@example.com`);
const nobody =
  (path: Path): Asking =>
  () =>
    post(path, unknown());

describe('S7: an address with an account and one without', () => {
  it.each<[Path, string]>([
    ['register', 'verified'],
    ['register', 'unverified'],
    ['login', 'verified'],
    ['login', 'unverified'],
    ['resend-verification', 'verified'],
    ['resend-verification', 'unverified'],
    ['forgot-password', 'verified'],
    ['forgot-password', 'unverified'],
  ])('are answered alike at %s (%s)', async (path, kind) => {
    const known = visible(await post(path, `${kind}0@example.com`));
    expect(known).toEqual(visible(await post(path, unknown())));
  });

  it.each<[Path, string]>([
    ['register', 'verified'],
    ['login', 'verified'],
    ['resend-verification', 'unverified'],
    ['forgot-password', 'verified'],
  ])(
    'take equally long at %s (%s)',
    async (path, kind) => {
      await post(path, unknown());
      const { from, to } = await compare(path, account(path, kind), nobody(path));
      expect(from).toBeLessThan(AIM_MS);
      expect(to).toBeGreaterThan(-AIM_MS);
    },
    120_000,
  );

  it('would be told apart by a hash that is left out', async () => {
    const refused: Asking = () => fixture.ask('POST', '/v1/auth/login', { email: 'no address', password: 'x' });
    const { from } = await compare('without a hash', account('login', 'verified'), refused);
    expect(from).toBeGreaterThan(AIM_MS);
  }, 120_000);
});
