/** Every operation of the socket about a room × everybody who may ask, where the room is a direct chat. */
import { operationSchemas } from '#src/protocol/socket/operations.js';
import { DmScene } from '../dms/dm-scene.js';
import { type Talker, talk } from '../gateway/talker.js';
import { withScene } from '../support/rooms/room-scene.js';

interface Line {
  payload: (message_id: string) => object;
  done?: string;
  blocked?: string;
  /** For who is not one of the two. */
  stranger?: string;
}

const lines: Record<string, Line> = {
  'room:open': { payload: () => ({}) },
  'message:list': { payload: () => ({}) },
  'message:new': { payload: () => ({ body: 'selam' }), blocked: 'blocked' },
  'message:edit': { payload: (message_id) => ({ message_id, body: 'başka' }), blocked: 'blocked' },
  'message:react': { payload: (message_id) => ({ message_id, emoji: '👍', on: true }), blocked: 'blocked' },
  'message:read': { payload: () => ({ seq: 1 }) },
  'message:pin': { payload: (message_id) => ({ message_id, pinned: true }), blocked: 'blocked' },
  'survey:vote': {
    payload: (message_id) => ({ message_id, options: [0] }),
    done: 'invalid_state',
    blocked: 'blocked',
  },
  'discussion:close': { payload: (message_id) => ({ message_id }), blocked: 'blocked' },
  'discussion:reopen': { payload: (message_id) => ({ message_id }), blocked: 'blocked' },
  typing: { payload: () => ({ on: true }), blocked: 'blocked', stranger: 'invalid_state' },
  'message:delete': { payload: (message_id) => ({ message_id }) },
};
/** Of view-once files: told in their own table. */
const elsewhere = ['session:renew', 'room:close', 'message:open_once'];

describe('the table of operations on a direct chat', () => {
  it('holds every operation that a room decides', () => {
    expect(Object.keys(operationSchemas).filter((name) => !(name in lines) && !elsewhere.includes(name))).toEqual([]);
  });
});

withScene('who may carry out which operation on a direct chat', (scene) => {
  const talkers: Talker[] = [];
  afterEach(() => {
    for (const talker of talkers.splice(0)) talker.close();
  });

  const outcome = async (talker: Talker, name: string, payload: object) => {
    const ack = await talker.ask(name, payload);
    return ack.ok ? 'ok' : ack.error.code;
  };

  it.each(Object.entries(lines))('%s', async (name, { payload, done = 'ok', blocked = done, stranger }) => {
    const fixture = new DmScene(scene());
    const enter = async (who: string) => {
      const talker = await talk(scene().booted, await fixture.person(who));
      talkers.push(talker);
      return talker;
    };
    const { slug, id } = await fixture.open('ada', 'bob');
    const [ada, bob, nil] = [await enter('ada'), await enter('bob'), await enter('nil')];
    const about = async () => ({ room: slug, ...payload((await fixture.say('ada', slug)).id) });
    const first = await about();
    await ada.ask('room:open', { room: slug });
    const nothing = stranger ?? 'room_not_found';
    expect(await outcome(nil, name, first)).toBe(nothing);
    expect(await outcome(ada, name, first)).toBe(done);
    const second = await about();
    await fixture.block('bob', 'ada');
    // Somebody is shown typing once in three seconds: bob was not yet.
    const blockedOne = name === 'typing' ? bob : ada;
    await blockedOne.ask('room:open', { room: slug });
    expect(await outcome(blockedOne, name, second)).toBe(blocked);
    await fixture.ok('bob', 'POST', `/rooms/${slug}/leave`);
    expect(await outcome(bob, name, second)).toBe(nothing);
    expect(await fixture.problems(id)).toEqual([]);
  });
});
