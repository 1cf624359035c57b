/** An entry of a room as the readers of each channel get it. */
import type { Announcement, RoomItem } from '#actors/room/commands.js';
import { messageJson, messagesJson } from '#http/gateway/rendering/encoded-rows.js';
import { changeJson, hiddenFrame, RenderedItem } from '#http/gateway/rendering/rendered-item.js';
import { textsOf } from '#http/gateway/transport/frames.js';
import type { Row } from '#src/domain/messages/message.js';
import type { RowView } from '#src/domain/messages/views.js';
import { plainLinks } from '../../support/clients/plain-links.js';

function viewOf(seq: number, body: string, attachment: object | null = null): RowView {
  const empty = {
    mentions: [],
    hashtags: [],
    reactions: {},
    sender: null,
    event: null,
    kind: attachment === null ? 'text' : 'photo',
    openings: [],
  };
  const row = { ...empty, id: `m${seq}`, seq, body, attachment, audience: 'all', at: 0 };
  return { row: row as unknown as Row, slug: 'kahve', expiresAt: null, pinned: false };
}

const context = { links: plainLinks, now: () => 0, isOnline: (account: string) => account === 'bob' };
const member = {
  account: 'bob',
  username: 'bob',
  role: 'member',
  mutedUntil: null,
  joinedAt: 0,
  granted: [],
  tag: null,
};

function announcement(event: object, more: Partial<Announcement> = {}): Announcement {
  return { to: 'all', seq: 9, prevAll: 8, prevAdmins: 8, about: 0, event: event as Announcement['event'], ...more };
}
function itemOf(announcements: Announcement[], moves: RoomItem['moves'] = []): RenderedItem {
  return new RenderedItem({ room: 'r', slug: 'kahve', seq: 9, announcements, moves, activity: null }, context);
}
const eventsOf = (item: RenderedItem, isAdmin: boolean) =>
  item.eventsFor(isAdmin).map(({ frame }) => JSON.parse(textsOf(frame)[0]?.slice(2) ?? ''));

describe('an entry of a room', () => {
  const place = { room: 'kahve', seq: 9, prev_seq: 8 };
  it.each<[object, object]>([
    [
      { type: 'message:new', message: viewOf(9, 'selam') },
      { message: expect.objectContaining({ seq: 9, body: 'selam' }) },
    ],
    [{ type: 'message:edited', message: viewOf(4, 'ş') }, { message: expect.objectContaining({ seq: 4, body: 'ş' }) }],
    [
      { type: 'message:deleted', messageId: 'm', rowSeq: 4, deletedAt: 7 },
      { message_id: 'm', row_seq: 4, deleted_at: 7 },
    ],
    [{ type: 'message:pins', pins: ['m'] }, { pins: ['m'] }],
    [
      { type: 'message:discussion', messageId: 'm', open: true, count: 2, lastAt: 7 },
      { message_id: 'm', open: true, count: 2, last_at: 7 },
    ],
    [
      { type: 'survey:votes', messageId: 'm', votes: [1] },
      { message_id: 'm', votes: [1] },
    ],
    [
      { type: 'message:reactions', messageId: 'm', reactions: { a: 1 } },
      { message_id: 'm', reactions: { a: 1 } },
    ],
    [
      { type: 'member:joined', member, memberCount: 3 },
      { member: expect.objectContaining({ username: 'bob', online: true }), member_count: 3 },
    ],
    [
      { type: 'member:left', accountId: 'bob', username: 'bob', reason: 'kicked', memberCount: 2 },
      { account_id: 'bob', username: 'bob', reason: 'kicked', member_count: 2 },
    ],
    [
      { type: 'member:updated', member: { ...member, account: 'eda' } },
      { member: expect.objectContaining({ online: false }) },
    ],
    [
      { type: 'member:tagged', accountId: 'bob', tag: 'dost' },
      { account_id: 'bob', tag: 'dost' },
    ],
    [
      { type: 'room:request', accountId: 'bob', username: 'bob', requestedAt: 0 },
      { request: expect.objectContaining({ account_id: 'bob' }) },
    ],
    [{ type: 'message:expired', messageIds: ['m'] }, { message_ids: ['m'] }],
    [{ type: 'room:deleted' }, {}],
  ])('is an event with its place, live and among what was missed: %j', (event, fields) => {
    const { type } = event as { type: string };
    const one = announcement(event);
    expect(eventsOf(itemOf([one]), false)).toEqual([[type, { ...place, ...fields }]]);
    const view = { slug: 'kahve', isAdmin: false, historyFrom: 0 };
    expect(JSON.parse(changeJson(one, view, context))).toEqual({ type, ...place, ...fields });
  });

  it('has its own chain for members and for admins', () => {
    const pins = { type: 'message:pins', pins: [] };
    const request = { type: 'room:request', accountId: 'bob', username: 'bob', requestedAt: 0 };
    const item = itemOf([announcement(pins, { prevAll: 5 }), announcement(request, { to: 'admins', prevAll: 9 })]);
    expect(eventsOf(item, false)).toEqual([['message:pins', { ...place, prev_seq: 5, pins: [] }]]);
    expect(eventsOf(item, true).map(([name, { prev_seq }]) => [name, prev_seq])).toEqual([
      ['message:pins', 8],
      ['room:request', 8],
    ]);
    expect(item.eventsFor(true)[0]).toMatchObject({ seq: 9, prevSeq: 8, about: 0 });
    const view = { slug: 'kahve', isAdmin: true, historyFrom: 0 };
    expect(JSON.parse(changeJson(announcement(pins, { prevAll: 5 }), view, context)).prev_seq).toBe(8);
    expect(
      JSON.parse(changeJson(announcement(pins, { prevAll: 5 }), { ...view, isAdmin: false }, context)).prev_seq,
    ).toBe(5);
  });

  it.each([
    [8, 8, true],
    [5, 8, false],
  ])('is encoded once for both where they are alike (%d, %d)', (prevAll, prevAdmins, isSame) => {
    const pins = { type: 'message:pins', pins: [] };
    for (const first of [true, false]) {
      const item = itemOf([announcement(pins, { prevAll, prevAdmins })]);
      const [one, other] = [item.eventsFor(first)[0], item.eventsFor(!first)[0]];
      expect(one === other).toBe(isSame);
      expect(item.eventsFor(first)[0]).toBe(one);
    }
  });

  it('is encoded anew for admins where they are told of more', () => {
    const pins = { type: 'message:pins', pins: [] };
    const item = itemOf([
      announcement({ type: 'room:request', accountId: 'b', username: 'b', requestedAt: 0 }, { to: 'admins' }),
      announcement(pins),
    ]);
    expect(eventsOf(item, false).map(([name]) => name)).toEqual(['message:pins']);
    expect(eventsOf(item, true).map(([name]) => name)).toEqual(['room:request', 'message:pins']);
  });

  it('says how somebody moved last', () => {
    const moves = ['member', 'admin'].map((role) => ({ account: 'bob', role: role as 'member', historyFrom: 0 }));
    const item = itemOf([], [...moves, { account: 'eda', role: null, historyFrom: 0 }]);
    expect([item.moveOf('bob')?.role, item.moveOf('eda')?.role, item.moveOf('cem'), item.seq]).toEqual([
      'admin',
      null,
      undefined,
      9,
    ]);
  });

  it.each([
    [3, 2, false],
    [3, 3, true],
    [0, 3, false],
  ])('about row %d is hidden from those whose history begins after %d: %s', (about, historyFrom, isHidden) => {
    const one = announcement({ type: 'message:pins', pins: [] }, { about });
    const shown = isHidden ? { type: 'room:hidden', ...place } : { type: 'message:pins', ...place, pins: [] };
    expect(JSON.parse(changeJson(one, { slug: 'kahve', isAdmin: false, historyFrom }, context))).toEqual(shown);
    const [event] = itemOf([one]).eventsFor(false);
    if (!event) throw new Error('no event');
    expect(JSON.parse(textsOf(hiddenFrame('kahve', event))[0]?.slice(2) ?? '')).toEqual(['room:hidden', place]);
  });
});

describe('a row', () => {
  const FRESH_MS = 10_000;
  const photo = {
    type: 'photo',
    key: 'k',
    thumb_key: 't',
    content_type: 'image/png',
    width: 1,
    height: 1,
    byte_size: 1,
  };

  function links() {
    const at = { now: 5, signed: 0 };
    const sign = (key: string) => `https://files.test/${key}?${(at.signed += 1)}`;
    return { at, own: { ...plainLinks, now: () => at.now, picture: sign, brief: sign, download: sign } };
  }

  it('without files is encoded once', () => {
    const { at, own } = links();
    const view = viewOf(4, 'selam');
    const first = messageJson(view, own);
    at.now += 1_000_000;
    expect([messageJson(view, own), messagesJson([view], own).toString()]).toEqual([first, `[${first}]`]);
  });

  it('with files is signed anew after a while, and for each page', () => {
    const { at, own } = links();
    const view = viewOf(4, '', photo);
    const first = messageJson(view, own);
    at.now += FRESH_MS - 1;
    expect(messageJson(view, own)).toBe(first);
    at.now += 1;
    const second = messageJson(view, own);
    expect(String(second)).not.toBe(String(first));
    const page = messagesJson([view, viewOf(5, 'metin')], own).toString();
    expect(JSON.parse(page)).toHaveLength(2);
    expect(page).not.toContain(String(second));
    expect(messageJson(view, own)).toBe(second);
  });
});
