import { withChange, withRow } from '#sdk/rows.js';
import type { RoomChange, Row } from '#sdk/wire.js';
import { fc } from '../support/seeds/fast-check.js';

type Rows = readonly Row[];

const row = (seq: number, change: Partial<Row> = {}): Row =>
  ({ id: `m${seq}`, room: 'kahve', seq, rev: seq, kind: 'text', body: `said ${seq}`, ...change }) as Row;

const event = (type: string, seq: number, change: object = {}): RoomChange =>
  ({ type, room: 'kahve', seq, prev_seq: seq - 1, ...change }) as RoomChange;

const bodies = (rows: Rows): string[] => rows.map(({ body }) => body);

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

const played = (events: readonly RoomChange[], from: Rows = []): Rows => events.reduce(withChange, from);
const about = (change: RoomChange): string => {
  const { message, message_id } = change as { message?: Row; message_id?: string };
  return message?.id ?? message_id ?? '';
};

/** Edits name rows that may never have been written: those are left out of both sides. */
function existing(events: readonly RoomChange[]): RoomChange[] {
  const written = new Set(events.filter(({ type }) => type === 'message:new').map(about));
  return events.filter((change) => written.has(about(change)));
}

describe('the rows of a room', () => {
  it('are the same after live events as after a catch-up over any part of them', () => {
    fc.assert(
      fc.property(histories, fc.nat(), fc.nat(), (history, cut, overlap) => {
        const events = existing(history);
        const whole = played(events);
        const at = events.length === 0 ? 0 : cut % events.length;
        const before = played(events.slice(0, at));
        const missed = whole.filter(({ seq }) => seq > (events[at - 1]?.seq ?? 0));
        const changes = events.slice(at).filter(({ type }) => type !== 'message:new');
        const after = played(changes, missed.reduce(withRow, before));
        const again = played(events.slice(Math.max(0, at - (overlap % 5))), after);
        expect(after).toEqual(whole);
        expect(again).toEqual(whole);
      }),
    );
  });

  it('come in any order, each once, and stand by seq', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 })), (seqs) => {
        const rows = seqs.map((seq) => row(seq)).reduce(withRow, [] as Rows);
        expect(rows.map(({ seq }) => seq)).toEqual([...new Set(seqs)].sort((a, b) => a - b));
      }),
    );
  });

  it('are never put back to an older state', () => {
    const rows = [row(1, { rev: 9, body: 'newest' })];
    const edited = event('message:edited', 4, { message: row(1, { rev: 4 }) });
    const deleted = event('message:deleted', 4, { message_id: 'm1', deleted_at: 4 });
    for (const late of [edited, deleted]) expect(bodies(withChange(rows, late))).toEqual(['newest']);
  });

  it('are left alone by changes of rows that are further up than they reach', () => {
    const edited = event('message:edited', 9, { message: row(2, { rev: 9 }) });
    expect(bodies(withChange([row(8)], edited))).toEqual(['said 8']);
  });

  it('keep nothing of what a deleted one said', () => {
    const said = row(1, {
      mentions: ['ada'],
      hashtags: ['kahve'],
      reactions: { '👍': 1 },
      attachment: null,
      article: null,
      forwarded_from: { message_id: 'm0', room: 'cay' },
      ttl_left: 60,
      expired: true,
    });
    const [left] = withChange([said], event('message:deleted', 4, { message_id: 'm1', deleted_at: 7 }));
    const nothing = { body: '', mentions: [], hashtags: [], reactions: {}, attachment: null, article: null };
    const file = { forwarded_from: null, ttl_left: null, expired: false };
    expect(left).toEqual({ ...said, ...nothing, ...file, deleted_at: 7, rev: 4 });
  });

  it('end earlier, later or never with the lifetime that the room gives its messages', () => {
    const rows = [row(1, { inserted_at: 1000, expires_at: null }), row(2, { inserted_at: 2000, expires_at: null })];
    const ends = (given: Rows) => given.map(({ expires_at }) => expires_at);
    const short = withChange(rows, event('room:updated', 3, { changes: { message_ttl_hours: 2 } }));
    expect(ends(short)).toEqual([7_201_000, 7_202_000]);
    expect(ends(withChange(short, event('room:updated', 4, { changes: { name: 'Çay' } })))).toEqual(ends(short));
    expect(ends(withChange(short, event('room:updated', 5, { changes: { message_ttl_hours: null } })))).toEqual([
      null,
      null,
    ]);
  });

  it('go when their time is over', () => {
    const expired = event('message:expired', 4, { message_ids: ['m1', 'm3'] });
    expect(bodies(withChange([row(1), row(2), row(3)], expired))).toEqual(['said 2']);
  });

  it('count votes and replies, and take no older count back', () => {
    const attachment = { type: 'survey' as const, question: '?', options: ['a', 'b'], multiple: false, votes: [0, 0] };
    const voted = withChange([row(1, { attachment })], event('survey:votes', 3, { message_id: 'm1', votes: [2, 1] }));
    expect(voted[0]?.attachment).toMatchObject({ question: '?', votes: [2, 1] });
    const stale = withChange(voted, event('survey:votes', 2, { message_id: 'm1', votes: [9, 9] }));
    expect(stale[0]?.attachment).toMatchObject({ votes: [2, 1] });
    const discussion = { open: false, count: 3, last_at: 7 };
    const discussed = withChange(stale, event('message:discussion', 4, { message_id: 'm1', ...discussion }));
    expect(discussed[0]?.discussion).toEqual(discussion);
  });
});
