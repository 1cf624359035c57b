import fc from 'fast-check';
import { caughtUp, isGap, openedTimeline, type Timeline, withEvent, withOlder, withRow } from '#web/state/timeline.js';
import type { Message, OpenedRoom, RoomChange } from '#web/wire.js';

const row = (seq: number, change: Partial<Message> = {}): Message => ({
  id: `m${seq}`,
  room: 'kahve',
  seq,
  rev: seq,
  kind: 'text',
  client_id: null,
  sender: { account_id: 'ada', username: 'ada', role: 'member', tag: null },
  body: `said ${seq}`,
  attachment: null,
  article: null,
  view_once: false,
  opened: false,
  reply_to: null,
  discussion_of: null,
  discussion: null,
  forwarded_from: null,
  reactions: {},
  event: null,
  edited_at: null,
  deleted_at: null,
  expired: false,
  ttl_left: null,
  inserted_at: seq,
  ...change,
});

const opened = (messages: Message[], seq: number, change: Partial<OpenedRoom> = {}): OpenedRoom => ({
  room: { id: 'r1', slug: 'kahve' } as OpenedRoom['room'],
  messages,
  changes: [],
  seq,
  has_more: false,
  reset: false,
  read_seq: 0,
  unread: 0,
  unread_mentions: 0,
  ...change,
});

const event = (type: string, seq: number, change: Partial<RoomChange> = {}): RoomChange => ({
  type,
  room: 'kahve',
  seq,
  prev_seq: seq - 1,
  ...change,
});

const bodies = ({ messages }: Timeline): string[] => messages.map(({ body }) => body);

/** A history of a room: each entry a new row, or an edit, deletion or reaction of an older one. */
const histories = fc
  .array(fc.record({ what: fc.constantFrom('new', 'edit', 'delete', 'react'), of: fc.nat() }), { maxLength: 40 })
  .map((steps) => steps.map(({ what, of }, at) => eventOf(what, at + 1, of)));

function eventOf(what: string, seq: number, of: number): RoomChange {
  const older = (of % Math.max(1, seq - 1)) + 1;
  if (what === 'new' || seq === 1) return event('message:new', seq, { message: row(seq) });
  if (what === 'delete') return event('message:deleted', seq, { message_id: `m${older}`, deleted_at: seq });
  if (what === 'react') return event('message:reactions', seq, { message_id: `m${older}`, reactions: { '👍': seq } });
  return event('message:edited', seq, { message: row(older, { rev: seq, body: `edited at ${seq}` }) });
}

const played = (events: RoomChange[], from: Timeline): Timeline => events.reduce(withEvent, from);
const empty = (): Timeline => openedTimeline(opened([], 0));

/** Edits name rows that may never have been written: those are left out of both sides. */
const existing = (events: RoomChange[]): RoomChange[] => {
  const written = new Set(
    events.flatMap(({ type, message }) => (type === 'message:new' && message ? [message.id] : [])),
  );
  return events.filter(({ message, message_id }) => written.has(message?.id ?? message_id ?? ''));
};

describe('the timeline of a room on the page', () => {
  it('shows the same after live events as after a catch-up over any part of them', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.nat(), (history, cut, overlap) => {
        const events = existing(history);
        const whole = played(events, empty());
        const at = events.length === 0 ? 0 : cut % events.length;
        const before = played(events.slice(0, at), empty());
        const rows = whole.messages.filter(({ seq }) => seq > before.seq);
        const changes = events.slice(at).filter(({ type }) => type !== 'message:new');
        const after = caughtUp(before, opened(rows, whole.seq, { changes }));
        const again = played(events.slice(Math.max(0, at - (overlap % 5))), after);
        expect(after.messages).toEqual(whole.messages);
        expect(again.messages).toEqual(whole.messages);
      }),
    );
  });

  it('takes rows in any order, each once, and shows them by seq', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (seqs) => {
        const timeline = seqs.map((seq) => row(seq)).reduce(withRow, empty());
        expect(timeline.messages.map(({ seq }) => seq)).toEqual([...new Set(seqs)].sort((a, b) => a - b));
      }),
    );
  });

  it('sees a gap exactly when the predecessor of an event is not held', () => {
    const timeline = openedTimeline(opened([row(1)], 5));
    expect(isGap(timeline, event('message:new', 7, { prev_seq: 5 }))).toBe(false);
    expect(isGap(timeline, event('message:new', 7, { prev_seq: 6 }))).toBe(true);
  });

  it('moves its place with events it knows nothing of', () => {
    expect(withEvent(openedTimeline(opened([row(1)], 1)), event('something:else', 2)).seq).toBe(2);
  });

  it('never puts an older state of a row over a newer one', () => {
    const timeline = openedTimeline(opened([row(1, { rev: 9, body: 'newest' })], 9));
    expect(bodies(withEvent(timeline, event('message:edited', 4, { message: row(1, { rev: 4 }) })))).toEqual([
      'newest',
    ]);
    expect(bodies(withEvent(timeline, event('message:deleted', 4, { message_id: 'm1', deleted_at: 4 })))).toEqual([
      'newest',
    ]);
  });

  it('leaves rows alone that are further up than it reaches', () => {
    const timeline = openedTimeline(opened([row(8)], 8));
    expect(bodies(withEvent(timeline, event('message:edited', 9, { message: row(2, { rev: 9 }) })))).toEqual([
      'said 8',
    ]);
  });

  it('puts older rows above, and knows whether there are more', () => {
    const timeline = withOlder(openedTimeline(opened([row(8)], 8, { has_more: true })), [row(2), row(3)], false);
    expect(bodies(timeline)).toEqual(['said 2', 'said 3', 'said 8']);
    expect(timeline.hasOlder).toBe(false);
  });

  it('draws the line of the unread where the reader left off, and keeps it while more comes', () => {
    const timeline = openedTimeline(opened([row(1), row(2)], 2, { unread: 1, read_seq: 1 }));
    expect(timeline.dividerSeq).toBe(1);
    expect(caughtUp(timeline, opened([row(3)], 3, { unread: 2, read_seq: 1 })).dividerSeq).toBe(1);
    expect(caughtUp(openedTimeline(opened([row(1)], 1)), opened([], 1)).dividerSeq).toBeNull();
  });

  it('drops rows whose time is over', () => {
    const timeline = openedTimeline(opened([row(1), row(2)], 2));
    expect(bodies(withEvent(timeline, event('message:expired', 3, { message_ids: ['m1'] })))).toEqual(['said 2']);
  });

  it('counts votes and replies on the row, and takes no older count back', () => {
    const survey = { type: 'survey' as const, question: '?', options: ['a', 'b'], multiple: false, votes: [0, 0] };
    const held = openedTimeline(opened([row(1, { attachment: survey })], 1));
    const voted = withEvent(held, event('survey:votes', 3, { message_id: 'm1', votes: [2, 1] }));
    expect(voted.messages[0]?.attachment).toMatchObject({ question: '?', votes: [2, 1] });
    const stale = withEvent(voted, event('survey:votes', 2, { message_id: 'm1', votes: [9, 9] }));
    expect(stale.messages[0]?.attachment).toMatchObject({ votes: [2, 1] });
    const discussed = withEvent(
      stale,
      event('message:discussion', 4, { message_id: 'm1', open: false, count: 3, last_at: 7 }),
    );
    expect(discussed.messages[0]?.discussion).toEqual({ open: false, count: 3, last_at: 7 });
    expect(discussed.seq).toBe(4);
  });

  it('forgets what has expired', () => {
    const held = openedTimeline(opened([row(1), row(2), row(3)], 3));
    const left = withEvent(held, event('message:expired', 4, { message_ids: ['m1', 'm3'] }));
    expect(left.messages.map(({ id }) => id)).toEqual(['m2']);
  });
});
