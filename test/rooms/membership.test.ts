import type { Member } from '#src/domain/room.js';
import { memberId } from '#src/store/collections.js';
import type { Store } from '#src/store/store.js';
import { allRows } from '../model/client-cache.js';
import { describeOnEmbedded } from '../support/engines.js';
import { ada, bob, cem, eda, nil, RoomHouse, registerNames } from '../support/room-house.js';

const join = { type: 'join_room' } as const;
const leave = { type: 'leave_room' } as const;

describeOnEmbedded('coming and going', (openStore) => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore();
    await registerNames(store);
  });

  const found = (...given: Parameters<RoomHouse['found']>) => new RoomHouse(store).found(...given);
  const events = async (house: RoomHouse, by = ada) =>
    (await allRows(house, by)).rows
      .flatMap(({ event }) => event ?? [])
      .map(({ type, username }) => `${type} ${username}`);
  /** What only later operations will do: a member document as it will then be. */
  const change = async (house: RoomHouse, { accountId }: typeof ada, set: Partial<Member>) => {
    await house.stop();
    await store.write([{ op: 'set', in: 'members', id: memberId(house.id, accountId), set: { ...set } }]);
    await house.restart();
  };

  it('a room that was just made has one member and no row', async () => {
    const house = await found();
    expect(await house.ok(ada, { type: 'view_room' })).toMatchObject({ memberCount: 1, myRole: 'founder' });
    expect(await events(house)).toEqual([]);
    await house.stop();
  });

  it('who joins is in, once, and everybody sees it', async () => {
    const house = await found();
    expect(await house.ok(bob, join)).toMatchObject({ status: 'joined', room: { memberCount: 2, myRole: 'member' } });
    expect(await house.ok(bob, join)).toMatchObject({ status: 'already_member', room: { memberCount: 2 } });
    expect(await events(house)).toEqual(['member_joined bob']);
    await house.stop();
  });

  it.each([
    [{ visibility: 'closed' }, 'room_closed'],
    [{ starGated: true }, 'star_required'],
    [{ starGated: true, joinApproval: true, visibility: 'closed' }, 'star_required'],
  ] as const)('a room with %j refuses with %s', async (settings, code) => {
    const house = await found(settings);
    expect(await house.code(bob, join)).toBe(code);
    expect(await house.code(ada, join)).toBe('ok');
    await house.stop();
  });

  it.each(['open', 'closed'] as const)(
    'an %s room with an approval queue takes a request, once',
    async (visibility) => {
      const house = await found({ joinApproval: true, visibility });
      const { seq } = await house.ok(ada, { type: 'open_room', limit: 1 });
      const both = await Promise.all([house.ok(bob, join), house.ok(bob, join)]);
      await house.restart();
      const answers = [...both, await house.ok(bob, join)];
      expect(answers.map(({ status }) => status)).toEqual(['requested', 'requested', 'requested']);
      expect((await house.ok(ada, { type: 'open_room', limit: 1 })).seq).toBe(seq + 1);
      expect(await store.count('requests', { index: 'byRoom', prefix: [house.id] })).toBe(1);
      expect(await house.code(bob, { type: 'open_room', limit: 1 })).toBe('not_member');
      await house.stop();
      expect(await house.problems()).toEqual([]);
    },
  );

  it('a stranger neither reads, nor writes, nor leaves; a room that is none is not found', async () => {
    const house = await found();
    for (const command of [leave, { type: 'open_room', limit: 1 }, { type: 'list_members' }] as const) {
      expect(await house.code(nil, command)).toBe('not_member');
    }
    await house.stop();
    const nowhere = new RoomHouse(store);
    for (const command of [join, leave, { type: 'view_room' }] as const) {
      expect(await nowhere.code(ada, command)).toBe('room_not_found');
    }
    await nowhere.stop();
  });

  it('a member leaves, and is a stranger from then on', async () => {
    const house = await found({}, [bob]);
    expect(await house.ok(bob, leave)).toEqual({ status: 'left' });
    expect(await house.code(bob, leave)).toBe('not_member');
    expect(await events(house)).toEqual(['member_joined bob', 'member_left bob']);
    await house.stop();
  });

  it('the founder hands over to the member who is here longest', async () => {
    const house = await found({}, [cem, bob, eda]);
    await house.ok(cem, leave);
    await house.ok(cem, join);
    expect(await house.ok(ada, leave)).toEqual({ status: 'handed_over', founderId: bob.accountId });
    expect((await events(house, bob)).at(-1)).toBe('founder_changed bob');
    expect(await house.ok(bob, { type: 'view_room' })).toMatchObject({ myRole: 'founder', founder: bob.accountId });
    await house.stop();
    expect(await house.problems()).toEqual([]);
  });

  it('an admin comes before every member, and of admins the one who has been here longest', async () => {
    const house = await found({}, [bob, cem, eda]);
    await change(house, eda, { role: 'admin', since: 10 });
    await change(house, cem, { role: 'admin', since: 20 });
    expect(await house.ok(ada, leave)).toMatchObject({ founderId: cem.accountId });
    expect(await house.ok(cem, leave)).toMatchObject({ founderId: eda.accountId });
    expect(await house.ok(eda, leave)).toMatchObject({ founderId: bob.accountId });
    await house.stop();
  });

  it('hands over in a room that was just brought into memory, to somebody who is not in it yet', async () => {
    const house = await found({}, [bob, cem]);
    for (let n = 0; n < 70; n += 1) await house.say(ada, `mesaj ${n}`);
    await house.restart();
    const [first, second] = await Promise.all([house.ok(bob, leave), house.ok(ada, leave)]);
    expect([first.status, second]).toEqual(['left', { status: 'handed_over', founderId: cem.accountId }]);
    await house.stop();
    expect(await house.problems()).toEqual([]);
  });

  it('with the last one the room goes, and its slug is free', async () => {
    const house = await found({}, [bob]);
    await house.ok(ada, leave);
    expect(await house.ok(bob, leave)).toEqual({ status: 'room_gone' });
    expect(await house.code(ada, join)).toBe('room_not_found');
    expect(await store.get('slugs', house.slug)).toBeNull();
    await house.restart();
    expect(await house.code(bob, { type: 'view_room' })).toBe('room_not_found');
    await house.stop();
    expect(await house.problems()).toEqual([]);
  });

  it('a slug that is taken is refused, one that is asked for twice at once goes to one', async () => {
    const house = await found();
    const others = [new RoomHouse(store), new RoomHouse(store)];
    for (const other of others) Object.assign(other, { slug: house.slug });
    await expect(others[0]?.found()).rejects.toThrow(/has already been taken/);
    for (const other of others) Object.assign(other, { slug: 'ikisi-de-ister' });
    const outcomes = await Promise.allSettled(others.map((other) => other.found()));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const each of [house, ...others]) await each.stop();
  });

  it('a newcomer reads from the joining on when history is cut', async () => {
    const house = await found({ historyForNewMembers: false }, [bob]);
    const early = await house.say(ada, 'eski');
    await house.ok(cem, join);
    const late = await house.say(ada, 'yeni');
    expect((await allRows(house, cem)).rows.map(({ body, event }) => event?.type ?? body)).toEqual([
      'member_joined',
      'yeni',
    ]);
    expect(await house.code(cem, { type: 'view_message', messageId: early.id })).toBe('not_found');
    expect(await house.code(cem, { type: 'mark_read', messageId: early.id })).toBe('not_found');
    expect(await house.ok(cem, { type: 'view_list_row' })).toMatchObject({ unread: 1, lastMessage: { row: late } });
    await house.stop();
  });

  it("a welcome greets whoever came, and is nobody's unread of theirs", async () => {
    const house = await found({ welcomeMessage: 'Hoş geldin {username}!' });
    await house.ok(bob, join);
    await house.restart();
    const { rows } = await allRows(house, bob);
    expect(rows.at(-1)).toMatchObject({ body: 'Hoş geldin bob!', event: { type: 'welcome', username: 'bob' } });
    expect(await house.ok(bob, { type: 'view_list_row' })).toMatchObject({ unread: 0 });
    expect(await house.ok(ada, { type: 'view_list_row' })).toMatchObject({ unread: 2, lastMessage: null });
    await house.stop();
  });

  it('a mute survives leaving and coming back', async () => {
    const house = await found({}, [bob]);
    const until = house.env.now() + 60_000;
    await change(house, bob, { mutedUntil: until });
    await house.ok(bob, leave);
    await house.ok(bob, join);
    expect(await house.ask(bob, { type: 'check_typing' })).toMatchObject({ code: 'muted', until });
    await house.env.leap(60_000);
    expect(await house.code(bob, { type: 'check_typing' })).toBe('ok');
    await house.stop();
  });
});
