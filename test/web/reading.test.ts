import { BODY_BYTES_MAX as SERVICE_BYTES_MAX } from '#src/domain/messages/message.js';
import type { Message, Room } from '#web/api-types.js';
import { BODY_BYTES_MAX, bodyRoomOf } from '#web/composer/length/body-limit.js';
import { moved, SCALE_MAX, whole, zoomed } from '#web/media/zoom.js';
import { firstRowSince } from '#web/messages/jumps/first-row.js';
import { copyOf } from '#web/messages/selection/selection.js';
import { hasNews, isInFilter } from '#web/rooms/list/room-filter.js';
import { sharedTextOf } from '#web/share/shared-words.js';
import { fc } from '../support/seeds/fast-check.js';

const row = (seq: number, inserted_at: number) => ({ seq, inserted_at, body: `m${seq}` }) as Message;

describe('the first message of a day', () => {
  it('is found in any log, in about as many requests as its length has binary digits', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ gap: fc.integer({ min: 1, max: 4 }), later: fc.nat(9) }), { maxLength: 300 }),
        fc.nat(2_000),
        async (steps, at) => {
          let [seq, time] = [0, 0];
          const rows = steps.map(({ gap, later }) => row((seq += gap), (time += later)));
          let asked = 0;
          const rowFrom = (from: number) => {
            asked += 1;
            return Promise.resolve(rows.find((each) => each.seq >= from) ?? null);
          };
          const found = await firstRowSince(at, seq, rowFrom);
          expect(found).toEqual(rows.find((each) => each.inserted_at >= at) ?? null);
          expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(seq + 2)) + 1);
        },
      ),
    );
  });
});

describe('what is left before a message is too long', () => {
  it('is counted in bytes, and only near the end', () => {
    expect(BODY_BYTES_MAX).toBe(SERVICE_BYTES_MAX);
    expect(bodyRoomOf('a'.repeat(BODY_BYTES_MAX))).toEqual({ left: 0, isShown: true, isOver: false });
    expect(bodyRoomOf('a'.repeat(BODY_BYTES_MAX + 1))).toEqual({ left: -1, isShown: true, isOver: true });
    expect(bodyRoomOf('ş'.repeat(BODY_BYTES_MAX / 2))).toEqual({ left: 0, isShown: true, isOver: false });
    expect(bodyRoomOf('👍'.repeat(BODY_BYTES_MAX / 4 + 1)).isOver).toBe(true);
    expect(bodyRoomOf('kısa').isShown).toBe(false);
    expect(bodyRoomOf('a'.repeat(BODY_BYTES_MAX - 1_000)).isShown).toBe(false);
    expect(bodyRoomOf('a'.repeat(BODY_BYTES_MAX - 999)).isShown).toBe(true);
  });
});

describe('a copy of messages', () => {
  it('is the text of one, and names the senders of several', () => {
    const nameOf = ({ seq }: Message) => `kişi ${seq}`;
    expect(copyOf([row(1, 0)], nameOf)).toBe('m1');
    expect(copyOf([row(1, 0), row(2, 0)], nameOf)).toBe('kişi 1\nm1\n\nkişi 2\nm2');
  });
});

describe('the filters of the list of rooms', () => {
  const room = (kind: string, unread: number, more: Partial<Room> = {}) =>
    ({ id: 'r1', slug: 'a', kind, unread, ...more }) as Room;
  const seen = null;
  it('keep what they name, and the open room among the unread', () => {
    expect(isInFilter(room('dm', 0), 'direct', seen)).toBe(true);
    expect(isInFilter(room('group', 0), 'direct', seen)).toBe(false);
    expect(isInFilter(room('group', 2), 'unread', seen)).toBe(true);
    expect(isInFilter(room('group', 0), 'unread', seen)).toBe(false);
    expect(isInFilter(room('group', 0), 'unread', 'a')).toBe(true);
    expect(isInFilter(room('group', 2), 'mentions', seen)).toBe(false);
    expect(isInFilter(room('group', 2, { unread_mentions: 1 }), 'mentions', seen)).toBe(true);
  });

  it('count a room that was marked as unread among the unread', () => {
    expect(isInFilter(room('group', 0, { unread_from: 3 }), 'unread', seen)).toBe(true);
  });

  it('know the rooms of a folder by their ids, and tell of news in it that are not muted', () => {
    const folder = { id: 'f', name: 'Akşam', rooms: ['r1'] };
    expect(isInFilter(room('group', 0), folder, seen)).toBe(true);
    expect(isInFilter(room('group', 0, { id: 'r2' }), folder, seen)).toBe(false);
    expect(hasNews([room('group', 1)], folder, seen)).toBe(true);
    expect(hasNews([room('group', 1, { muted: true })], folder, seen)).toBe(false);
    expect(hasNews([room('group', 1, { id: 'r2' })], folder, seen)).toBe(false);
    expect(hasNews([room('group', 1)], folder, 'a')).toBe(false);
  });
});

describe('what another app shares', () => {
  it('is its title, text and link, each once', () => {
    const query = new URLSearchParams({
      share_title: 'Kahve',
      share_text: 'oku: https://e.org/a',
      share_url: 'https://e.org/a',
    });
    expect(sharedTextOf(`?${query}`)).toBe('Kahve\noku: https://e.org/a');
    expect(sharedTextOf('?code=1&state=2')).toBe('');
  });
});

describe('a zoomed picture', () => {
  const size = { width: 400, height: 300 };
  it('never leaves its frame, and the point under the pointer stays', () => {
    const point = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -150, max: 150 }) });
    fc.assert(
      fc.property(point, fc.double({ min: 0.1, max: 9, noNaN: true }), point, (at, by, drag) => {
        const view = zoomed(whole, by, at, size);
        expect(view.scale).toBeGreaterThanOrEqual(1);
        expect(view.scale).toBeLessThanOrEqual(SCALE_MAX);
        // The point of the picture under the pointer before and after.
        expect((at.x - view.x) / view.scale).toBeCloseTo(at.x, 6);
        const { x, y, scale } = moved(view, drag.x * 9, drag.y * 9, size);
        expect(Math.abs(x)).toBeLessThanOrEqual((400 * (scale - 1)) / 2 + 1e-6);
        expect(Math.abs(y)).toBeLessThanOrEqual((300 * (scale - 1)) / 2 + 1e-6);
      }),
    );
    expect(zoomed(zoomed(whole, 3, { x: 50, y: 20 }, size), 0.01, { x: 0, y: 0 }, size)).toEqual(whole);
  });
});
