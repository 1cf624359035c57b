import { Session } from 'node:inspector/promises';
import { emptyHead } from '#actors/room/log/apply.js';
import { RoomState } from '#actors/room/model/room-state.js';
import { createRoomKind } from '#actors/room/room-actor.js';
import type { ActorIo, Turn } from '#actors/runtime/kind.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { Draft } from '#src/domain/messages/message.js';
import { defaultSettings, type Head, type Member } from '#src/domain/rooms/room.js';

/** Functions whose calls are counted, by the engine's own means. */
const watched = { content: 'effectiveContent', names: 'namesIn' } as const;
const looks = { pair: 0 };

const by: Caller = { accountId: 'ada', username: 'ada', sessionId: 's', language: null } as Caller;
const member = { account: 'ada', username: 'ada', present: true, role: 'member', rev: 1, own: [], mentions: [] };

function roomWithAda(): RoomState {
  const state = new RoomState('r');
  const head = { ...emptyHead, id: 'r', slug: 'oda', settings: { ...defaultSettings, name: 'Oda' }, seq: 10 } as Head;
  Object.defineProperty(head, 'pair', {
    get: () => {
      looks.pair += 1;
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

  const session = new Session();

  beforeAll(async () => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  });
  afterAll(() => session.disconnect());
  beforeEach(async () => {
    looks.pair = 0;
    await session.post('Profiler.takePreciseCoverage');
  });

  /** Since it was asked last. */
  async function counts() {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.filter(({ url }) => !url.includes('node_modules')).flatMap((script) => script.functions);
    const callsOf = (name: string) =>
      functions
        .filter(({ functionName }) => functionName === name)
        .reduce((sum, { ranges }) => sum + (ranges[0]?.count ?? 0), 0);
    return { content: callsOf(watched.content), names: callsOf(watched.names), ...looks };
  }

  it('works out its content and its names once in its turn, and looks twice whether the room is a direct chat', async () => {
    const turn = { id: 'r', now: 1_000, env, owner: 'o', attempt: 0 } as unknown as Turn;
    expect(kind.turn(roomWithAda(), command, turn).kind).toBe('commit');
    expect(await counts()).toEqual({ content: 1, names: 1, pair: 2 });
  });

  it('asks for nothing of files, forwards and direct chats before its turn', async () => {
    expect(kind.prefetch(roomWithAda(), command, { env } as unknown as ActorIo)).toBeNull();
    expect(await counts()).toEqual({ content: 0, names: 1, pair: 2 });
  });
});
