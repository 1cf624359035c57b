/** A direct chat is there for its two people alone; a block stands between what they would see of each other. */
import {
  blockHandlers,
  dmNeeds,
  dmRefusal,
  isBlocked,
  isDm,
  peerView,
  readEvents,
} from '#actors/room/access/dm-access.js';
import type { AnyCommand } from '#actors/room/handler.js';
import { Needs } from '#actors/room/model/needs.js';
import { RoomState } from '#actors/room/model/room-state.js';
import { refuse } from '#actors/runtime/decision.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { blockId } from '#src/store/collections.js';
import { dmScene, groupScene } from '../log/facts/scene.js';

const by = (accountId: string) => ({ accountId, username: accountId, sessionId: 's', language: null });
const asks = (type: string, account: string, more: object = {}): AnyCommand =>
  ({ type, by: by(account), ...more }) as unknown as AnyCommand;
const says = (account: string, clientId: string | null = null): AnyCommand =>
  asks('send_message', account, { draft: { body: 'x', clientId, replyTo: null, discussionOf: null } });

function left(account: string): RoomState {
  const { state } = dmScene();
  state.members.set(account, { ...(state.memberOf(account) as Member), present: null });
  return state;
}

describe('a direct chat', () => {
  it('is one while it is not deleted', () => {
    const { state } = dmScene();
    expect(isDm(state)).toBe(true);
    (state.head as Head).deleted = true;
    expect(isDm(state)).toBe(false);
    expect(isDm(groupScene().state)).toBe(false);
    expect(isDm(new RoomState('room-1'))).toBe(false);
  });

  it('is not there for anybody else, nor for one who has left it', () => {
    const { state } = dmScene();
    expect(dmRefusal(state, says('cem'))).toEqual(refuse('room_not_found'));
    expect(dmRefusal(state, says('ada'))).toBeNull();
    expect(dmRefusal(left('ada'), says('ada'))).toEqual(refuse('room_not_found'));
    expect(dmRefusal(left('ada'), says('bob'))).toBeNull();
    expect(dmRefusal(state, asks('open_dm', 'cem'))).toBeNull();
    expect(dmRefusal(state, { type: 'note_block', between: ['ada', 'bob'] } as never)).toBeNull();
    expect(dmRefusal(groupScene().state, says('can'))).toBeNull();
  });

  it('answers what was said before as before, whoever has left or blocked meanwhile', () => {
    const state = left('ada');
    state.isBlocked = true;
    state.dedup.set('ada', 'c-1', { seq: 2, hash: 'h' });
    state.dedup.set('ada', 'c-2', null);
    const slash = (clientId: string) => asks('run_slash', 'ada', { clientId });
    expect(dmRefusal(state, says('ada', 'c-1'))).toBeNull();
    expect(dmRefusal(state, slash('c-1'))).toBeNull();
    for (const command of [says('ada', 'c-2'), says('ada'), slash('c-2'), slash('c-3')])
      expect(dmRefusal(state, command)).toEqual(refuse('room_not_found'));
    expect(dmRefusal(state, asks('edit_message', 'ada', { clientId: 'c-1', draft: { clientId: 'c-1' } }))).toEqual(
      refuse('room_not_found'),
    );
  });

  it.each([
    'send_message',
    'edit_message',
    'react',
    'pin_message',
    'vote',
    'check_typing',
    'set_discussion',
    'change_settings',
    'run_slash',
    'add_room_photo',
    'choose_room_photo',
    'delete_room_photo',
  ])('refuses %s across a block', (type) => {
    const { state } = dmScene();
    const command = asks(type, 'ada', { clientId: null, draft: { clientId: null } });
    state.isBlocked = true;
    expect(dmRefusal(state, command)).toEqual(refuse('blocked'));
    state.isBlocked = false;
    expect(dmRefusal(state, command)).toBeNull();
  });

  it.each(['open_room', 'leave_room', 'mark_read'])('allows %s across a block', (type) => {
    const { state } = dmScene();
    state.isBlocked = true;
    expect(dmRefusal(state, asks(type, 'ada'))).toBeNull();
  });

  it('shows each the other one, and how far they have read', () => {
    const { state } = dmScene();
    const cursor = {
      seq: 2,
      counts: { all: 0, admins: 0, mentionsAll: 0 },
      own: { all: 0, admins: 0, mentionsAll: 0 },
    };
    state.readStates.set('bob', {
      ...(state.readStates.get('bob') as NonNullable<ReturnType<typeof state.readStates.get>>),
      cursor,
    });
    expect(peerView(state, 'ada')).toEqual({ accountId: 'bob', readSeq: 2 });
    state.readStates.delete('ada');
    expect(peerView(state, 'bob')).toEqual({ accountId: 'ada', readSeq: 0 });
    expect(peerView(groupScene().state, 'ada')).toBeNull();
    expect(peerView(new RoomState('room-1'), 'ada')).toBeNull();
  });

  it('tells both of a reading, unless a block is between them', () => {
    const { state } = dmScene();
    const event = { type: 'message:read', roomId: 'room-1', slug: 'dm-1', accountId: 'bob', readSeq: 3, seq: 3 };
    expect(readEvents(state, 'bob', 3)).toEqual([
      { to: 'ada', ...event },
      { to: 'bob', ...event },
    ]);
    state.isBlocked = true;
    expect(readEvents(state, 'bob', 3)).toEqual([]);
    expect(readEvents(groupScene().state, 'ada', 3)).toEqual([]);
  });

  it('has its two people at hand, and nothing for a stranger', () => {
    const { state } = dmScene();
    const asked = (command: AnyCommand, of: RoomState) => {
      const needs = new Needs(of, command);
      return { isAsked: dmNeeds(needs, command), isComplete: needs.complete };
    };
    expect(asked(says('ada'), state)).toEqual({ isAsked: true, isComplete: true });
    expect(asked(says('cem'), state)).toEqual({ isAsked: false, isComplete: true });
    expect(asked({ type: 'checkpoint' } as never, state)).toEqual({ isAsked: true, isComplete: true });
    state.readStates.delete('bob');
    expect(asked(says('ada'), state)).toEqual({ isAsked: true, isComplete: false });
    expect(asked(says('cem'), groupScene().state)).toEqual({ isAsked: true, isComplete: true });
    state.members.set('bob', null);
    expect(asked(says('ada'), state)).toEqual({ isAsked: true, isComplete: true });
    state.members.delete('ada');
    expect(asked(says('ada'), state)).toEqual({ isAsked: true, isComplete: false });
  });
});

describe('a block between two', () => {
  const reader = (blocks: unknown[]) => {
    const asked: unknown[] = [];
    const getMany = async (...args: unknown[]) => {
      asked.push(args);
      return blocks;
    };
    return { asked, reader: { getMany } as never };
  };

  it.each([
    [[null, null], false],
    [[{ active: null }, null], false],
    [[null, { active: true }], true],
    [[{ active: true }, null], true],
  ])('stands where either has one: %j', async (blocks, expected) => {
    const { asked, reader: store } = reader(blocks);
    expect(await isBlocked(store, ['ada', 'bob'])).toBe(expected);
    expect(asked).toEqual([['blocks', [blockId('ada', 'bob'), blockId('bob', 'ada')]]]);
  });

  it('is read once more when the room is told of it, from the store', async () => {
    const { state } = dmScene();
    const command = { type: 'note_block', between: ['ada', 'bob'] } as never;
    const asked = new Needs(state, command);
    blockHandlers.note_block.needs(asked, command, 0);
    const supply = await asked.load({ reader: reader([null, { active: true }]).reader } as never);
    supply(state);
    blockHandlers.note_block.handle(state, command, {} as never);
    expect(state.isBlocked).toBe(true);
  });

  it('is read once more when the room is told of it', () => {
    const { needs, handle } = blockHandlers.note_block;
    const { state } = dmScene();
    const command = { type: 'note_block', between: ['ada', 'bob'] } as never;
    const asked = new Needs(state, command);
    needs(asked, command, 0);
    expect(asked.complete).toBe(false);
    state.keepReads(command, { isBlocked: true });
    expect(handle(state, command, {} as never)).toEqual({ kind: 'reply', reply: null });
    expect(state.isBlocked).toBe(true);
    handle(state, { ...(command as object) } as never, {} as never);
    expect(state.isBlocked).toBeNull();
  });
});
