import { checkedMessage } from '#http/gateway/operations/message-operations.js';
import { parseMessageNew } from '#http/gateway/operations/parse-message-new.js';
import { checkedOpening } from '#http/gateway/operations/room-operations.js';
import { parseRoomOpen } from '#http/gateway/rooms/parse-room-open.js';
import { RefusalError } from '#src/errors.js';
import { fc } from '../../support/seeds/fast-check.js';

const odd = fc.constantFrom(' ', '\n', '\0', '\ud800', '\udc00', '\u200d', '\ufeff', '\u00a0', '🍵', 'ş', '__proto__');
const body = fc.oneof(
  fc.string(),
  fc.array(odd).map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
const room = fc.oneof(fc.constantFrom('kahve', 'KAHVE', 'a b', '', 'x'.repeat(65), 'oda-1'), fc.string());
const clientId = fc.oneof(fc.constantFrom('c-1', '', 'a b', 'a'.repeat(64), 'a'.repeat(65)), fc.string());
const payloads = fc.oneof(
  fc.record({ room, body, client_id: clientId }, { requiredKeys: ['room', 'body'] }),
  fc.record(
    { room, body, client_id: fc.option(clientId), reply_to: fc.anything(), view_once: fc.anything() },
    { requiredKeys: [] },
  ),
  fc.dictionary(fc.constantFrom('room', 'body', 'client_id', '__proto__', 'attachment'), fc.anything()),
  fc.anything(),
);

/** What the schema makes of it, or null when it refuses. */
function bySchema(payload: unknown): ReturnType<typeof checkedMessage> | null {
  try {
    return checkedMessage(payload);
  } catch (error) {
    if (error instanceof RefusalError) return null;
    throw error;
  }
}

const number = fc.oneof(fc.integer({ min: -2, max: 300 }), fc.constantFrom(1.5, 2 ** 53, -0, 1e308), fc.anything());
const page = { room, after_seq: number, limit: number, id: fc.oneof(fc.uuid(), fc.string(), fc.anything()) };
const likely = {
  room: fc.constant('kahve'),
  after_seq: fc.nat(),
  limit: fc.integer({ min: 1, max: 200 }),
  id: fc.uuid(),
};
const opening = fc.oneof(
  fc.record({ ...page, more: fc.anything() }, { requiredKeys: ['room'] }),
  fc.record(likely, { requiredKeys: ['room'] }),
);

describe('the short way of room:open', () => {
  it('takes only what the schema takes, and makes the same of it', () => {
    let taken = 0;
    fc.assert(
      fc.property(opening, (payload) => {
        const plain = parseRoomOpen(payload);
        if (!plain) return;
        taken += 1;
        expect(plain).toEqual(checkedOpening(payload));
      }),
      { numRuns: 5_000 },
    );
    expect(taken).toBeGreaterThan(20);
  });
});

describe('the short way of message:new', () => {
  it('takes only what the schema takes, and makes the same of it', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const plain = parseMessageNew(payload);
        if (plain) expect(plain).toEqual(bySchema(payload));
      }),
      { numRuns: 5_000 },
    );
  });

  it('takes what people send most', () => {
    const payload = { room: 'kahve', body: 'Günaydın 🍵', client_id: 'c-1' };
    expect(parseMessageNew(payload)).toEqual(bySchema(payload));
    expect(parseMessageNew(payload)).not.toBeNull();
  });

  it.each([
    ['a blank at the end', { room: 'kahve', body: 'x ' }],
    ['half a character', { room: 'kahve', body: 'x\ud800' }],
    ['NUL', { room: 'kahve', body: 'x\0' }],
    ['a room in capitals', { room: 'Kahve', body: 'x' }],
    ['a reply', { room: 'kahve', body: 'x', reply_to: null }],
    ['a body that may be too long', { room: 'kahve', body: 'x'.repeat(5_462) }],
  ])('leaves %s to the schema', (_, payload) => {
    expect(parseMessageNew(payload)).toBeNull();
  });
});
