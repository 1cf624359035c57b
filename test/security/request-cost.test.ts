import type { ObjectSchema } from 'joi';
import { RefusalError } from '#src/errors.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { draftOf, type MessageBody } from '#src/protocol/messages/messages.js';
import {
  FRAME,
  isTooLong,
  type JsonBounds,
  LARGE_BODY,
  parseJson,
  SMALL_BODY,
} from '#src/protocol/schema/read-json.js';
import { PROBLEMS_MAX, validate } from '#src/protocol/schema/validate.js';
import { operationSchemas } from '#src/protocol/socket/operations.js';
import { readEvent } from '#src/protocol/system/analytics.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { worstBodies } from '../support/clients/worst-bodies.js';

/** Of processor, for one request, from its text to the command. */
const COST_MS_MAX = 20;
/** More than the bound is told; so much more is a fault on every machine. */
const GROSSLY_MS = 60;
/** The best of so many: what is measured is the work, not what else the machine does. */
const TRIES_MAX = 8;

interface Judged {
  name: string;
  schema: ObjectSchema;
  bounds: JsonBounds;
  after?: (value: unknown) => unknown;
}

const asMessage = (value: unknown) => draftOf(value as MessageBody);
const asEvents = (value: unknown) =>
  (value as { events: unknown[] }).events.slice(0, 100).map((event) => readEvent(event, 1_790_000_000_000, 'tr'));
const meanings: Record<string, (value: unknown) => unknown> = {
  sendMessage: asMessage,
  'message:new': asMessage,
  reportEvents: asEvents,
};

const judged: Judged[] = [
  ...[...endpoints, ...v1Endpoints].flatMap((endpoint) => {
    const { id, body } = endpoint;
    const bounds = 'isLarge' in endpoint && endpoint.isLarge ? LARGE_BODY : SMALL_BODY;
    return body ? [{ name: id, schema: body as ObjectSchema, bounds }] : [];
  }),
  ...Object.entries(operationSchemas).map(([name, schema]) => ({
    name,
    schema: schema as ObjectSchema,
    bounds: FRAME,
  })),
].map((each) => ({ ...each, ...(meanings[each.name] ? { after: meanings[each.name] } : {}) }) as Judged);

/** What it comes to: a value, or a refusal. */
function judge({ schema, bounds, after }: Judged, text: string): unknown {
  try {
    const value = parseJson(text, bounds);
    if (isTooLong(text, value, bounds)) return null;
    const fit = validate(schema, value, 'validation_failed');
    return after ? after(fit) : fit;
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal;
    throw error;
  }
}

function costMs(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES_MAX && best > COST_MS_MAX; tries += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

describe('the largest body of the worst shape costs at most 20 ms of processor', () => {
  it('in every place of every endpoint and operation, and at most twenty problems are told of it', () => {
    const slow: object[] = [];
    let measured = 0;
    let told = 0;
    const seen = new Set<string>();
    for (const each of judged) {
      for (const { what, text } of worstBodies(each.schema, each.bounds, seen)) {
        const ms = costMs(() => {
          told = Math.max(told, problemsIn(judge(each, text)));
        });
        measured += 1;
        if (ms > COST_MS_MAX) process.stderr.write(`${each.name}, ${what}: ${ms} ms\n`);
        if (ms > GROSSLY_MS) slow.push({ name: each.name, what, ms });
      }
    }
    expect(slow).toEqual([]);
    expect(measured).toBeGreaterThan(500);
    expect(told).toBe(PROBLEMS_MAX);
  });

  it.each([
    [
      'blocks of unknown keys',
      Array.from({ length: 200 }, () => Object.fromEntries(range(98).map((i) => [`k${i}`, 0]))),
    ],
    ['sixteen thousand words', range(80).map(() => ({ type: 'list', items: range(200).map(() => 'a') }))],
    ['two hundred paragraphs', range(200).map(() => ({ type: 'paragraph', text: 'a'.repeat(280) }))],
    ['paragraphs of marks', range(4).map(() => ({ type: 'paragraph', text: 'a\u0345\u0316'.repeat(3_000) }))],
  ])('for an article of %s', (_what, blocks) => {
    const [each] = judged.filter(({ name }) => name === 'message:new') as [Judged];
    const text = JSON.stringify({ room: 'kahve', article: { title: 'x', blocks } });
    expect(costMs(() => judge(each, text))).toBeLessThanOrEqual(GROSSLY_MS);
  });
});

function problemsIn(outcome: unknown): number {
  const { fields = {} } = (outcome ?? {}) as { fields?: Record<string, string[]> };
  return Object.values(fields).flat().length;
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
