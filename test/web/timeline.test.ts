import type { Room } from '#sdk/room.js';
import { timelineOf, withDivider } from '#web/messages/list/timeline.js';

type Held = Parameters<typeof timelineOf>[0];

const held = (change: Partial<Held> = {}): Held => ({
  place: { id: 'r1', seq: 8 },
  messages: [{ id: 'm7', seq: 7 }] as unknown as Room['messages'],
  hasOlder: true,
  readSeq: 7,
  unread: 0,
  ...change,
});

describe('the timeline of a room on the page', () => {
  it('is there once the room has answered', () => {
    expect(timelineOf(held({ place: null }), undefined)).toBeNull();
    expect(timelineOf(held(), undefined)).toEqual({
      roomId: 'r1',
      seq: 8,
      messages: [{ id: 'm7', seq: 7 }],
      hasOlder: true,
      readSeq: 7,
      dividerSeq: null,
    });
  });

  it('draws the line of the unread where the reader left off, and keeps it while more comes', () => {
    const first = timelineOf(held({ readSeq: 3, unread: 2 }), undefined)!;
    expect(first.dividerSeq).toBe(3);
    expect(timelineOf(held({ readSeq: 8, unread: 0 }), first)?.dividerSeq).toBe(3);
    expect(withDivider(first, held({ readSeq: 5, unread: 1 })).dividerSeq).toBe(3);
  });

  it('draws no line for what arrives while one looks, and one for what a catch-up brought', () => {
    const read = timelineOf(held(), undefined)!;
    const more = held({ place: { id: 'r1', seq: 9 }, unread: 1 });
    const live = timelineOf(more, read)!;
    expect(live.dividerSeq).toBeNull();
    expect(withDivider(live, more).dividerSeq).toBe(7);
  });
});
