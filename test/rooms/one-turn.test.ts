import { jest } from '@jest/globals';
import { emptyHead } from '#actors/room/log/apply.js';
import { RoomState } from '#actors/room/model/room-state.js';
import type { ActorIo, Turn } from '#actors/runtime/kind.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { Draft } from '#src/domain/messages/message.js';
import { defaultSettings, type Head, type Member } from '#src/domain/rooms/room.js';

const counts = { content: 0, names: 0, pair: 0 };

const content = { ...(await import('#actors/room/model/message-content.js')) };
jest.unstable_mockModule('#actors/room/model/message-content.js', () => ({
  ...content,
  effectiveContent(draft: Draft) {
    counts.content += 1;
    return content.effectiveContent(draft);
  },
}));
const text = { ...(await import('#src/domain/messages/message-text.js')) };
jest.unstable_mockModule('#src/domain/messages/message-text.js', () => ({
  ...text,
  namesIn(body: string) {
    counts.names += 1;
    return text.namesIn(body);
  },
}));
const { createRoomKind } = await import('#actors/room/room-actor.js');

const by: Caller = { accountId: 'ada', username: 'ada', sessionId: 's', language: null } as Caller;
const member = { account: 'ada', username: 'ada', present: true, role: 'member', rev: 1, own: [], mentions: [] };

function roomWithAda(): RoomState {
  const state = new RoomState('r');
  const head = { ...emptyHead, id: 'r', slug: 'oda', settings: { ...defaultSettings, name: 'Oda' }, seq: 10 } as Head;
  Object.defineProperty(head, 'pair', {
    get: () => {
      counts.pair += 1;
      return null;
    },
    enumerable: true,
  });
  state.head = head;
  state.members.set('ada', { ...member, ownCounts: emptyHead.counts } as unknown as Member);
  return state;
}

describe('one plain text of a group', () => {
  const kind = createRoomKind({});
  const draft: Draft = { body: 'selam', clientId: null, replyTo: null, discussionOf: null };
  const command = { type: 'send_message', by, draft } as const;
  const env = { now: () => 1_000, uuid: () => '11111111-1111-4111-8111-111111111111' };

  beforeEach(() => Object.assign(counts, { content: 0, names: 0, pair: 0 }));

  it('works out its content and its names once in its turn, and looks twice whether the room is a direct chat', () => {
    const turn = { id: 'r', now: 1_000, env, owner: 'o', attempt: 0 } as unknown as Turn;
    expect(kind.turn(roomWithAda(), command, turn).kind).toBe('commit');
    expect(counts).toEqual({ content: 1, names: 1, pair: 2 });
  });

  it('asks for nothing of files, forwards and direct chats before its turn', () => {
    expect(kind.prefetch(roomWithAda(), command, { env } as unknown as ActorIo)).toBeNull();
    expect(counts).toEqual({ content: 0, names: 1, pair: 2 });
  });
});
