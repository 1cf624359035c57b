import type { Row } from '#src/domain/messages/message.js';
import type { ListRow, RoomView, RowView } from '#src/domain/messages/views.js';
import { defaultSettings, type Member } from '#src/domain/rooms/room.js';
import { presentMember } from '#src/protocol/present/member.js';
import { presentLastMessage, presentMessage } from '#src/protocol/present/message.js';
import { presentListRow, presentRoom } from '#src/protocol/present/room.js';
import { messageShape } from '#src/protocol/shapes/message.js';
import { listRowShape, memberShape, roomShape } from '#src/protocol/shapes/room.js';
import { plainLinks } from '../support/clients/plain-links.js';

const ADA = '3f0c1c1e-0b0a-4c3e-9a51-0f5a9e3c7d11';
const MESSAGE = '01981f6e-7a30-7c35-b1f0-2d6a3c1c9e01';
const AT = Date.UTC(2026, 4, 4, 12);

const row: Row = {
  id: MESSAGE,
  seq: 7,
  rev: 9,
  kind: 'text',
  clientId: 'c-1',
  sender: { accountId: ADA, username: 'ada', role: 'founder', tag: null },
  body: 'Günaydın @ayse #kahve',
  attachment: null,
  replyTo: null,
  discussionOf: null,
  mentions: [{ accountId: ADA, username: 'ayse' }],
  mentioned: [],
  edits: [],
  mentionsAll: false,
  hashtags: ['kahve'],
  reactions: { '👍': 3 },
  audience: 'all',
  event: null,
  owner: ADA,
  editedAt: AT,
  deletedAt: null,
  at: AT,
};

const view = (changes: Partial<Row> = {}): RowView => ({
  row: { ...row, ...changes },
  slug: 'kahve',
  expiresAt: null,
  pinned: false,
});

const room: RoomView = {
  id: ADA,
  slug: 'kahve',
  kind: 'group',
  settings: { ...defaultSettings, name: 'Kahve' },
  memberDenied: [],
  createdAt: AT,
  organization: null,
  groupTypeId: null,
  memberCount: 2,
  founder: ADA,
  peer: null,
  avatar: null,
  pins: [],
  pinned: view(),
  isMember: true,
  myRole: 'founder',
  myPermissions: ['send_message'],
};

const listRow: ListRow = {
  room,
  joinedAt: AT,
  archived: false,
  muted: true,
  pinnedAt: AT,
  lastMessage: view({ body: '👍'.repeat(200) }),
  orderAt: AT,
  readSeq: 3,
  unread: 4,
  unreadMentions: 1,
};

const member: Member = {
  _id: `${ADA}:${ADA}`,
  room: ADA,
  account: ADA,
  username: 'ada',
  present: true,
  role: 'admin',
  joinedAt: AT,
  joinedSeq: 1,
  since: AT + 1,
  tag: 'ev sahibi',
  granted: ['group.can_ban_members'],
  grantedBy: 'bob',
  mutedUntil: AT,
  historyFrom: 0,
  viewSince: 0,
  ownCounts: { all: 0, admins: 0, mentionsAll: 0 },
  own: [],
  ownFloor: 0,
  mentions: [],
  rev: 1,
};

describe('a message on the wire', () => {
  it('has every field, always', () => {
    expect(presentMessage(view(), plainLinks)).toEqual({
      id: MESSAGE,
      room: 'kahve',
      seq: 7,
      rev: 9,
      kind: 'text',
      client_id: 'c-1',
      sender: { account_id: ADA, username: 'ada', role: 'founder', tag: null },
      body: 'Günaydın @ayse #kahve',
      attachment: null,
      article: null,
      view_once: false,
      opened: false,
      reply_to: null,
      discussion_of: null,
      discussion: null,
      forwarded_from: null,
      reactions: { '👍': 3 },
      mentions: ['ayse'],
      hashtags: ['kahve'],
      pinned: false,
      audience: 'all',
      event: null,
      edited_at: AT,
      deleted_at: null,
      expires_at: null,
      expired: false,
      ttl_left: null,
      inserted_at: AT,
    });
  });

  it('tells of @all by that name, and of a hidden row as one for admins', () => {
    const message = presentMessage(view({ mentionsAll: true, audience: 'hidden' }), plainLinks);
    expect([message.mentions, message.audience]).toEqual([['all', 'ayse'], 'admins']);
  });

  it('mentions nobody once it is deleted, @all neither', () => {
    const deleted = view({ mentions: [], mentionsAll: true, body: '', deletedAt: AT });
    expect(presentMessage(deleted, plainLinks).mentions).toEqual([]);
  });

  it('hides no field of its shape and adds none', () => {
    const event = { type: 'member_joined' as const, username: 'ada', actor: null, data: {} };
    for (const message of [view(), view({ kind: 'event', sender: null, event, body: '' })]) {
      expect(messageShape.validate(presentMessage(message, plainLinks)).error).toBeUndefined();
    }
  });

  it('is cut to 120 characters as the last message of a list', () => {
    expect(presentLastMessage(view({ body: '👍'.repeat(200) }), plainLinks).body).toBe('👍'.repeat(120));
    expect(presentLastMessage(view({ body: 'a'.repeat(120) }), plainLinks).body).toBe('a'.repeat(120));
  });
});

describe('a room on the wire', () => {
  it('has the shape the documents promise', () => {
    expect(roomShape.validate(presentRoom(room, plainLinks)).error).toBeUndefined();
    expect(listRowShape.validate(presentListRow(listRow, plainLinks)).error).toBeUndefined();
  });

  it('tells the role of the caller, to members, and not where it is not asked', () => {
    expect(presentRoom(room, plainLinks)).toHaveProperty('my_role', 'founder');
    expect(presentRoom(room, plainLinks, { withRole: false })).not.toHaveProperty('my_role');
    expect(presentRoom({ ...room, myRole: null, isMember: false }, plainLinks)).not.toHaveProperty('my_role');
  });

  it('as a list row is pinned to the top exactly when it was pinned at some time', () => {
    expect(presentListRow(listRow, plainLinks).pinned_to_top).toBe(true);
    expect(presentListRow({ ...listRow, pinnedAt: 0 }, plainLinks).pinned_to_top).toBe(false);
  });
});

describe('a member on the wire', () => {
  it('has the shape the documents promise', () => {
    expect(memberShape.validate(presentMember(member, { online: true, now: AT })).error).toBeUndefined();
  });

  it('is muted up to the last millisecond of the mute and not at its end', () => {
    expect(presentMember(member, { online: true, now: AT - 1 }).muted_until).toBe(AT);
    expect(presentMember(member, { online: true, now: AT }).muted_until).toBeNull();
  });

  it('shows rights to an admin only', () => {
    const plain = presentMember({ ...member, role: 'member' }, { online: false, now: AT });
    expect([plain.granted, plain.granted_by, plain.admin_since]).toEqual([[], null, null]);
  });
});
