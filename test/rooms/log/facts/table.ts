/** Every kind of fact there is, with what makes a difference to what is told, written and remembered of it. */
import type { Fact } from '#src/domain/log/log.js';
import { noContent } from '#src/domain/messages/message.js';
import type { Head } from '#src/domain/rooms/room.js';
import {
  dmScene,
  eventRow,
  groupScene,
  HOUR,
  idOf,
  joined,
  opening,
  rowBy,
  Scene,
  type Step,
  settings,
} from './scene.js';

export interface Case {
  scene: () => Scene;
  step: Step;
}

const deletion = (more: Partial<Extract<Fact, { type: 'message_deleted' }>> = {}): Fact => ({
  type: 'message_deleted',
  row: 6,
  id: idOf(6),
  owner: 'cem',
  countedAs: 'all',
  mentionsAll: false,
  mentions: ['bob', 'eda'],
  edits: [9],
  ...more,
});

const photo = {
  id: 'p-1',
  key: 'room-avatars/room-1/p-1.jpg',
  thumbKey: 'room-avatars/room-1/p-1-t.jpg',
  contentType: 'image/jpeg' as const,
  byteSize: 1_000,
  sizePx: 640,
  createdAt: 1,
};
const invite = {
  code: 'davet',
  createdBy: 'ada',
  createdAt: 1,
  expiresAt: null,
  maxUses: 2,
  uses: 0,
  cancelled: false,
} as unknown as Extract<Fact, { type: 'invite_created' }>['invite'];
const discussion = { open: true, count: 1, lastAt: 5 };

const inGroup = (facts: Fact[], more: Partial<Step> = {}): Case => ({
  scene: groupScene,
  step: { by: 'ada', facts, ...more },
});
const inDm = (facts: Fact[] | undefined, more: Partial<Step> = {}): Case => ({
  scene: dmScene,
  step: { by: 'ada', ...(facts && { facts }), ...more },
});

/** Rows have a lifetime, and all earlier ones were swept. */
function nothingExpires(): Scene {
  const scene = groupScene({ messageTtlHours: 100 });
  scene.state.head = { ...(scene.state.head as Head), sweepAt: null };
  return scene;
}

export const people: Record<string, Case> = {
  'a member joins': inGroup([joined('can')], { by: 'can', row: eventRow('can') }),
  'a member joins with history cut': inGroup([joined('can', { historyFrom: 1, mutedUntil: 99 })], { by: 'can' }),
  'somebody is let in, with a row that mentions them': inGroup([joined('can')], {
    row: rowBy({ owner: 'ada', mentioned: ['can'] }),
  }),
  'a member leaves': inGroup([{ type: 'member_left', account: 'cem', username: 'cem', reason: 'left' }]),
  'an admin is kicked': inGroup([{ type: 'member_left', account: 'bob', username: 'bob', reason: 'kicked' }]),
  'the founder hands over': inGroup([
    { type: 'founder_changed', account: 'bob', username: 'bob', from: 'ada', fromGranted: ['group.can_ban_members'] },
  ]),
  'the founder hands over, which a row of theirs tells': inGroup(
    [{ type: 'founder_changed', account: 'bob', username: 'bob', from: 'ada', fromGranted: [] }],
    { row: eventRow('ada') },
  ),
  'the founder leaves to a member': inGroup([
    { type: 'founder_changed', account: 'cem', username: 'cem', from: 'ada' },
    { type: 'member_left', account: 'ada', username: 'ada', reason: 'left' },
  ]),
  'a member becomes an admin': inGroup([{ type: 'role_changed', account: 'cem', role: 'admin', actor: 'ada' }], {
    row: eventRow('ada'),
  }),
  'an admin becomes a member': inGroup([{ type: 'role_changed', account: 'bob', role: 'member', actor: 'ada' }]),
  'an admin gets keys': inGroup([{ type: 'admin_permissions_changed', account: 'bob', granted: ['group.can_pin'] }]),
  'a member is muted': inGroup([{ type: 'member_muted', account: 'cem', until: 77 }]),
  'a member may speak again': inGroup([{ type: 'member_unmuted', account: 'cem' }]),
  'a member is tagged': inGroup([{ type: 'member_tagged', account: 'cem', tag: 'usta' }]),
  'a stranger is banned': inGroup([
    { type: 'member_banned', account: 'can', username: 'can', reason: 'gürültü', actor: 'ada' },
  ]),
  'a ban ends': inGroup([{ type: 'member_unbanned', account: 'can' }]),
  'somebody asks to be let in': inGroup([{ type: 'request_made', account: 'can', username: 'can' }], { by: 'can' }),
  'a request that memory knows is turned down': {
    scene: () => {
      const scene = groupScene();
      scene.commit({ by: 'can', facts: [{ type: 'request_made', account: 'can', username: 'can' }] });
      return scene;
    },
    step: { by: 'ada', facts: [{ type: 'request_settled', account: 'can' }] },
  },
  'an invite that leads to a request': inGroup([
    { type: 'invite_used', invite },
    { type: 'request_made', account: 'can', username: 'can' },
  ]),
  'a request is turned down': inGroup([{ type: 'request_settled', account: 'can' }]),
  'an invite is made': inGroup([{ type: 'invite_created', invite }]),
  'an invite is used': inGroup([{ type: 'invite_used', invite }, joined('can')], { by: 'can' }),
  'an invite is cancelled': inGroup([{ type: 'invite_cancelled', invite }]),
  'members lose a key': inGroup([{ type: 'member_permissions_changed', denied: ['send_message.links'] }]),
  'a setting changes': inGroup([{ type: 'room_settings_changed', settings: { name: 'Çay' } }]),
  'a setting brings a key along': inGroup([
    { type: 'room_settings_changed', settings: { membersCanVideo: false }, denied: ['send_message.video'] },
  ]),
  'video alone changes': inGroup([{ type: 'room_settings_changed', settings: { membersCanVideo: true } }]),
  'rows begin to expire': inGroup([{ type: 'room_settings_changed', settings: { messageTtlHours: 3 } }]),
  'the same lifetime once more': inGroup([{ type: 'room_settings_changed', settings: { messageTtlHours: null } }]),
};

export const rows: Record<string, Case> = {
  'a message is said': inGroup([{ type: 'message_posted' }], {
    by: 'cem',
    row: rowBy({ owner: 'cem', clientId: 'c-1', mentioned: ['bob', 'cem', 'nil'] }),
    more: {
      dedup: 'room-1:cem:c-1',
      hash: 'h',
      userEvents: ({ seq }) => [{ to: 'bob', type: 'push:due', seq }] as never,
    },
  }),
  'a message that the push waits for': {
    scene: () => {
      const scene = groupScene();
      scene.state.push.isAwaited = true;
      return scene;
    },
    step: { by: 'cem', row: rowBy({ owner: 'cem', mentioned: ['bob'] }) },
  },
  'the first message that is worth a push': {
    scene: () => {
      const scene = groupScene();
      Object.assign(scene.state.push, { marks: [], isAwaited: true });
      return scene;
    },
    step: { by: 'cem', row: rowBy({ owner: 'cem', mentioned: ['bob'] }) },
  },
  'a message is said to all': inGroup([{ type: 'message_posted' }], {
    row: rowBy({ owner: 'ada', mentionsAll: true, mentioned: ['bob'] }),
  }),
  'a message for admins': inGroup([{ type: 'message_posted' }], { row: rowBy({ owner: 'ada', audience: 'admins' }) }),
  'an event nobody sees': inGroup([{ type: 'message_posted' }], { row: eventRow('ada', { audience: 'hidden' }) }),
  'a reply in a discussion': inGroup([{ type: 'discussion_changed', row: 6, id: idOf(6), discussion }], {
    by: 'bob',
    row: rowBy({ owner: 'bob', discussionOf: idOf(6), mentioned: ['cem'] }),
  }),
  'a photo is said': inGroup([{ type: 'message_posted' }], {
    row: rowBy({ owner: 'ada', kind: 'photo', viewOnce: true, attachment: { key: 'k-1', byteSize: 5 } }),
  }),
  'a message is edited': inGroup([
    { type: 'message_edited', row: 8, id: idOf(8), content: { ...noContent, body: 'yeni' }, edits: [] },
  ]),
  'the newest message is edited': inGroup([
    { type: 'message_edited', row: 8, id: idOf(8), content: { ...noContent, body: 'yeni' }, edits: [3] },
  ]),
  'an edit whose words are gone': inGroup([{ type: 'message_edited', row: 6, id: idOf(6), content: null, edits: [9] }]),
  'a message is deleted': inGroup([deletion()]),
  'a counted one is deleted by whom it mentions': inGroup([deletion({ files: ['k-1'], toReport: true })], {
    by: 'bob',
    row: eventRow('bob'),
  }),
  'one for admins is deleted': inGroup([deletion({ row: 3, id: idOf(3), countedAs: 'none', mentions: [], edits: [] })]),
  'the newest is deleted': inGroup([deletion({ row: 8, id: idOf(8), owner: 'bob', mentionsAll: true, edits: [] })], {
    more: { lastMessage: { seq: 7, at: 7 } },
  }),
  'somebody reacts': inGroup([
    { type: 'reaction_changed', row: 6, id: idOf(6), account: 'bob', emoji: '👍', on: true, reactions: { '👍': 1 } },
  ]),
  'somebody takes a reaction back': inGroup([
    {
      type: 'reaction_changed',
      row: 6,
      id: idOf(6),
      account: 'bob',
      emoji: '👍',
      on: false,
      reactions: {},
      toReport: true,
    },
  ]),
  'who was not looked up reacts': inGroup([
    { type: 'reaction_changed', row: 6, id: idOf(6), account: 'eda', emoji: '👍', on: true, reactions: { '👍': 1 } },
  ]),
  'rows expire': inGroup([
    {
      type: 'rows_expired',
      upTo: 8,
      sweepAt: 3 * HOUR,
      rows: [
        { seq: 3, id: idOf(3), audience: 'admins', edits: [] },
        { seq: 6, id: idOf(6), audience: 'all', edits: [9], files: ['k-1'], toReport: true },
        { seq: 7, id: idOf(7), audience: 'hidden', edits: [] },
      ],
    },
  ]),
  'rows for admins expire': inGroup([
    { type: 'rows_expired', upTo: 3, sweepAt: null, rows: [{ seq: 3, id: idOf(3), audience: 'admins', edits: [] }] },
  ]),
  'the newest row expires': inGroup([
    { type: 'rows_expired', upTo: 8, sweepAt: null, rows: [{ seq: 8, id: idOf(8), audience: 'all', edits: [] }] },
  ]),
};

export const others: Record<string, Case> = {
  'a row is pinned': inGroup([{ type: 'message_pinned', row: 6, id: idOf(6), pins: [idOf(6), idOf(7)] }]),
  'a row is unpinned': inGroup([{ type: 'message_unpinned', row: 7, id: idOf(7), pins: [] }]),
  'a discussion is closed': inGroup([
    { type: 'discussion_closed', row: 6, id: idOf(6), discussion: { ...discussion, open: false } },
  ]),
  'a discussion is opened again': inGroup([{ type: 'discussion_reopened', row: 6, id: idOf(6), discussion }]),
  'somebody votes': inGroup([
    { type: 'survey_voted', row: 7, id: idOf(7), account: 'cem', options: [1], votes: [0, 1] },
  ]),
  'a photo of the room is added': inGroup([{ type: 'photo_added', photo, photos: [photo], avatar: 'p-1' }]),
  'another photo is the face': inGroup([{ type: 'photo_primary_changed', photos: [photo], avatar: 'p-1' }]),
  'a photo of the room is removed': inGroup([{ type: 'photo_removed', photo, photos: [], avatar: null }]),
  'what is seen once is opened': inGroup([
    {
      type: 'view_once_opened',
      row: 8,
      id: idOf(8),
      openings: [{ account: 'cem', session: 's', at: 5 }],
      released: ['k-1'],
    },
  ]),
  'a file is removed': inGroup([{ type: 'file_removed', row: 6, id: idOf(6), key: 'k-1', gone: ['k-1'] }]),
  'a file of the newest row is removed': inGroup([
    { type: 'file_removed', row: 8, id: idOf(8), key: 'k-1', gone: ['k-1'] },
  ]),
  'the first row with a lifetime, and a setting beside it': {
    scene: nothingExpires,
    step: {
      by: 'ada',
      facts: [{ type: 'room_settings_changed', settings: { name: 'Çay' } }],
      row: rowBy({ owner: 'ada' }),
    },
  },
  'a change without a row, while nothing is to expire': {
    scene: nothingExpires,
    step: { by: 'ada', facts: [{ type: 'member_tagged', account: 'cem', tag: 'usta' }] },
  },
  'the first row with a lifetime, and a tag beside it': {
    scene: nothingExpires,
    step: {
      by: 'ada',
      facts: [{ type: 'member_tagged', account: 'cem', tag: 'usta' }],
      row: rowBy({ owner: 'ada' }),
    },
  },
  'an article is offered': inGroup([{ type: 'article_offered', row: 6, id: idOf(6) }]),
  'an article is in the dictionary': inGroup([
    { type: 'article_shared', row: 6, id: idOf(6), entryId: 12, toReport: true },
  ]),
  'a new owner claims the room': inGroup([{ type: 'claimed' }], { by: null }),
  'the room is deleted': inGroup([{ type: 'room_deleted' }]),
  'the last one leaves, which ends it': inGroup([
    { type: 'member_left', account: 'ada', username: 'ada', reason: 'left' },
    { type: 'room_deleted' },
  ]),
  'a group is founded': {
    scene: () => {
      const scene = groupScene();
      scene.state.head = null;
      return scene;
    },
    step: {
      by: 'ada',
      facts: [
        {
          type: 'room_created',
          kind: 'group',
          slug: 'yeni',
          founder: 'ada',
          settings,
          panel: { organization: 'o-1', groupTypeId: 'g-1' },
        },
      ],
      more: { alongside: [{ op: 'put', in: 'slugs', doc: { _id: 'yeni', room: 'room-1' }, guard: { absent: true } }] },
    },
  },
  'the first row of a room with lifetimes': {
    scene: nothingExpires,
    step: { by: 'ada', row: rowBy({ owner: 'ada' }) },
  },
  'a change in the same millisecond as the first of them': {
    scene: () => {
      const scene = nothingExpires();
      scene.commit({ by: 'ada', row: rowBy({ owner: 'ada' }) });
      return scene;
    },
    step: { by: 'ada', facts: [{ type: 'member_tagged', account: 'cem', tag: 'usta' }], hours: 0 },
  },
  'a row while a sweep is due already': {
    scene: () => {
      const scene = groupScene({ messageTtlHours: 100 });
      scene.commit({ by: 'ada', row: rowBy({ owner: 'ada' }) });
      return scene;
    },
    step: { by: 'ada', row: rowBy({ owner: 'ada' }), hours: 2 },
  },
};

export const direct: Record<string, Case> = {
  'a direct message': inDm(undefined, { row: rowBy({ owner: 'ada', mentioned: ['bob'] }) }),
  'a direct message to all brings the other one back': inDm([joined('bob')], {
    row: rowBy({ owner: 'ada', mentionsAll: true }),
  }),
  'a direct message brings the other one back': inDm([joined('bob')], { row: rowBy({ owner: 'ada' }) }),
  'a reply in a discussion brings the other one back': inDm([joined('bob')], {
    row: rowBy({ owner: 'ada', discussionOf: idOf(2) }),
  }),
  'one leaves a direct chat': inDm([{ type: 'member_left', account: 'bob', username: 'bob', reason: 'left' }]),
  'an account of a direct chat is deleted': inDm([
    { type: 'member_left', account: 'bob', username: 'bob', reason: 'deleted' },
  ]),
  'a direct chat is opened': {
    scene: () => new Scene(),
    step: opening,
  },
  'a deletion in a direct chat has no event row': inDm(
    [deletion({ row: 2, id: idOf(2), owner: 'ada', mentions: ['bob'], edits: [] })],
    { row: eventRow('ada') },
  ),
};
