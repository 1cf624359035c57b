/** Odd input on every endpoint: the answer is a documented one, in its documented shape, and never a fault of ours. */
import type { Schema } from 'joi';
import { endpoints } from '#src/protocol/endpoints.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import { errorShape } from '#src/protocol/shapes/error.js';
import { type Answer, call, person, type Visitor } from '../http/client.js';
import { type HttpFixture, openHttpFixture } from '../http/http-fixture.js';
import { modelRuns } from '../model/model-runs.js';
import { fc } from '../support/seeds/fast-check.js';

/** For each endpoint; `MODEL_RUNS` multiplies them. */
const RUNS = 10;

let fixture: HttpFixture;
let ada: Visitor;
let bob: Visitor;
/** Of ada's linked panel; she has an organization. */
let panelToken: string;
/** Deletes the account in the end: nobody else is needed less. */
let leaver: Visitor;
let slug: string;
let rooms = 0;
let messageId: string;

beforeAll(async () => {
  fixture = await openHttpFixture();
  ada = await person(fixture, 'ada');
  bob = await person(fixture, 'bob');
  leaver = await person(fixture, 'leaver');
  panelToken = await linkedPanel();
});
async function linkedPanel(): Promise<string> {
  const { body: shown } = await call(fixture, 'POST', '/api/panel/link', { json: {} });
  await ada.call('POST', '/api/me/panels', { code: shown.code });
  const { body: pair } = await call(fixture, 'POST', '/api/panel/link/claim', { json: { claim: shown.claim } });
  const json = { kind: 'individual', display_name: 'Kahve', purpose: 'Çay' };
  const token = pair.access_token;
  const founded = await call(fixture, 'POST', '/api/panel/organization', { token, json });
  expect(founded.status).toBe(201);
  return token;
}

/** Whatever the endpoint before this one did to its room: ada has another, and a message of hers stands there. */
beforeEach(async () => {
  rooms += 1;
  slug = `oda-${rooms}`;
  await ada.call('POST', '/api/rooms', { name: 'Oda', slug });
  await bob.call('POST', `/api/rooms/${slug}/join`);
  const { status, body } = await ada.call('POST', `/api/rooms/${slug}/messages`, { body: 'merhaba' });
  expect(status).toBe(201);
  messageId = body.message.id;
});
afterAll(() => fixture.close());

const paths = openApiDocument(endpoints, { version: '0' }).paths as Record<string, Record<string, Operation>>;

interface Operation {
  responses: Record<string, object>;
}

/** What a field may be sent as: sensible, odd, hostile. */
const value = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    fc.constantFrom('', ' ', 'oda', 'open', '\u0000', '\uD800', '%00', '../x', 'a'.repeat(20_000), '__proto__'),
    fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 2 ** 53, -0, 1e308, [], {}, [[]], { $ne: null }, { length: 1 }),
    fc.jsonValue({ maxDepth: 4 }),
  );

function fieldsOf(schema: Schema | undefined): string[] {
  return Object.keys((schema?.describe().keys ?? {}) as object);
}

const extraFields = ['__proto__', 'constructor', 'toString', 'id', 'role', 'seq', '$where'];

function bodyFor({ body }: Endpoint): fc.Arbitrary<unknown> {
  const names = fc.constantFrom(...fieldsOf(body), ...extraFields);
  return fc.oneof({ weight: 9, arbitrary: fc.dictionary(names, value(), { maxKeys: 6 }) }, fc.jsonValue());
}

function queryFor({ query }: Endpoint): fc.Arbitrary<string> {
  const names = fc.constantFrom(...fieldsOf(query), 'limit[]', 'x[$ne]', '__proto__');
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('0', '-1', '1e9', 'NaN', '1'));
  return fc.array(fc.tuple(names, text), { maxLength: 4 }).map((pairs) => new URLSearchParams(pairs).toString());
}

/** A message is aimed at half of the time, the room most of the time. */
function pathFor({ path }: Endpoint): fc.Arbitrary<string> {
  const junk = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map(encodeSafely);
  const room = fc.oneof({ weight: 4, arbitrary: fc.constant(slug) }, junk);
  const id = fc.oneof(
    fc.constant(null).map(() => messageId),
    fc.constant(null).map(() => bob.id),
    junk,
  );
  const name = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('ada', 'BOB', 'meydan') }, junk);
  return fc
    .tuple(room, id, name)
    .map(([one, two, three]) => path.replace('{slug}', one).replace('{id}', two).replace('{username}', three));
}

const encodeSafely = (text: string): string => encodeURIComponent(text.toWellFormed()).replace(/^\.+$/, 'x');

function expectDocumented(endpoint: Endpoint, answer: Answer): void {
  const documented = Object.keys(paths[endpoint.path]?.[endpoint.method]?.responses ?? {});
  expect(documented).toContain(String(answer.status));
  expect(answer.status).not.toBe(500);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const shape = answer.body?.error ? errorShape : endpoint.answers[answer.status]?.shape;
  if (shape) expect(shape.validate(answer.body).error).toBeUndefined();
  else if (endpoint.answers[answer.status]?.contentType === undefined) expect(answer.body).toBe('');
}

/** Operators have a key of their own, and no account. */
function tokenFor({ access, id }: Endpoint): string {
  if (id === 'deleteMe') return leaver.token;
  if (access === 'panel') return panelToken;
  return access === 'console' ? (fixture.app.config.consoleKey ?? '') : ada.token;
}

describe('odd input', () => {
  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'to %s gets a documented answer',
    async (_id, endpoint) => {
      const request = fc.tuple(pathFor(endpoint), queryFor(endpoint), bodyFor(endpoint));
      await fc.assert(
        fc.asyncProperty(request, async ([path, query, json]) => {
          const body = endpoint.method === 'get' ? {} : { json };
          const url = query ? `${path}?${query}` : path;
          const answer = await call(fixture, endpoint.method.toUpperCase(), url, {
            token: tokenFor(endpoint),
            ...body,
          });
          expectDocumented(endpoint, answer);
        }),
        modelRuns(RUNS),
      );
    },
    90_000 + 1_000 * Number(process.env.MODEL_RUNS ?? 1),
  );

  it('has left the service as it was', async () => {
    expect((await ada.call('GET', `/api/rooms/${slug}`)).status).toBeLessThan(500);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(fixture.log()).not.toContain('request failed');
  });
});
