/** Odd input on every endpoint of `/v1`: a documented answer in its documented shape, and never a fault of ours. */
import type { Schema } from 'joi';
import { openApiDocument } from '#src/protocol/openapi.js';
import type { V1Endpoint } from '#src/protocol/v1/v1-endpoint.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { v1ErrorShape } from '#src/protocol/v1/v1-error.js';
import type { Answer } from '../support/clients/boot-app.js';
import { fc } from '../support/seeds/fast-check.js';
import { openV1Fixture, PASSWORD, randomAddress, type V1Fixture } from './v1-fixture.js';

const RUNS = 40;

interface Operation {
  responses: Record<string, object>;
}
const paths = openApiDocument([], { version: '0' }).paths as Record<string, Record<string, Operation>>;

let fixture: V1Fixture;
let token: string;
let sessionId: string;
beforeAll(async () => {
  fixture = await openV1Fixture();
  await fixture.account('ada@example.com');
});
beforeEach(async () => {
  // Whatever the endpoint before this one did to the session.
  fixture.pass(15 * 60_000);
  ({ access: token } = await fixture.logIn('ada@example.com'));
  const { body } = await fixture.ask('GET', '/v1/auth/sessions', undefined, { token });
  sessionId = body.sessions[0].id;
});
afterAll(() => fixture[Symbol.asyncDispose]());

const value = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    fc.constantFrom(
      '',
      ' ',
      'ada@example.com',
      'x@y.example',
      '\u0000',
      '\uD800',
      'a'.repeat(20_000),
      '__proto__',
      'x'.repeat(12),
    ),
    fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, 1e308, [], {}, [[]], { $ne: null }, { length: 1 }),
    fc.jsonValue({ maxDepth: 4 }),
  );

const fieldsOf = (schema: Schema | undefined): string[] => Object.keys((schema?.describe().keys ?? {}) as object);

/** Mostly the fields there are: one more of another name, and nothing else is looked at. */
function bodyFor({ body }: V1Endpoint): fc.Arbitrary<unknown> {
  const known = fieldsOf(body);
  const names = known.length > 0 ? fc.constantFrom(...known) : fc.constant('x');
  const odd = fc.constantFrom('__proto__', 'constructor', 'role', '$where', ...known);
  return fc.oneof(
    { weight: 6, arbitrary: fc.dictionary(names, value(), { maxKeys: 3 }) },
    { weight: 2, arbitrary: fc.dictionary(odd, value(), { maxKeys: 4 }) },
    fc.jsonValue(),
  );
}

function urlFor({ path, query }: V1Endpoint): fc.Arbitrary<string> {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, 'x');
  const junk = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(encode);
  const id = fc.oneof(
    fc.constant(null).map(() => sessionId),
    junk,
  );
  const names = fc.constantFrom(...fieldsOf(query), 'x[$ne]', '__proto__');
  const pairs = fc.array(fc.tuple(names, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 3 });
  return fc.tuple(id, pairs).map(([one, search]) => `${path.replace('{id}', one)}?${new URLSearchParams(search)}`);
}

function expectDocumented(endpoint: V1Endpoint, { status, headers, body }: Answer): void {
  const documented = Object.keys(paths[endpoint.path]?.[endpoint.method]?.responses ?? {});
  expect(documented).toContain(String(status));
  expect(status).not.toBe(500);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining']) expect(headers.get(name)).toMatch(/^\d+$/);
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false;
  const shape = body?.error ? v1ErrorShape : endpoint.answers[status]?.shape;
  if (shape) expect(shape.validate(body).error).toBeUndefined();
  else expect(isJson).toBe(false);
}

/** Whoever is led elsewhere is answered there: those have tests of their own. */
const answering = v1Endpoints.filter(({ answers }) => answers[302] === undefined);

describe('odd input to /v1', () => {
  it.each(answering.map((endpoint) => [endpoint.id, endpoint] as const))(
    'at %s gets a documented answer',
    async (_id, endpoint) => {
      await fc.assert(
        fc.asyncProperty(urlFor(endpoint), bodyFor(endpoint), fc.boolean(), async (url, json, isKnown) => {
          const body = endpoint.method === 'get' ? undefined : (json ?? 'null');
          const asking = { from: randomAddress(), ...(isKnown ? { token } : {}) };
          const init = body === undefined ? undefined : JSON.stringify(body);
          expectDocumented(endpoint, await fixture.ask(endpoint.method.toUpperCase(), url, init, asking));
        }),
        { numRuns: RUNS },
      );
    },
    60_000,
  );

  it('has left the service as it was', async () => {
    fixture.pass(15 * 60_000);
    expect((await fixture.logIn('ada@example.com', PASSWORD)).access).toEqual(expect.any(String));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
