import type { Member } from '#src/domain/rooms/room.js';
import { memberId } from '#src/store/collections.js';
import type { Store } from '#src/store/store.js';
import { allRows } from '../../model/client-cache.js';
import { ada, bob, cem, eda, nil, RoomFixture, registerNames } from '../../support/rooms/room-fixture.js';
import { describeOnEmbedded } from '../../support/store/engines.js';

const join = { type: 'join_room' } as const;
const leave = { type: 'leave_room' } as const;

describeOnEmbedded('coming and going', (openStore) => {
  let store: Store;
  beforeEach(async () => {
    store = await openStore();
    await registerNames(store);
  });

  const found = (...given: Parameters<RoomFixture['found']>) => new RoomFixture(store).found(...given);
  const events = async (fixture: RoomFixture, by = ada) =>
    (await allRows(fixture, by)).rows
      .flatMap(({ event }) => event ?? [])
      .map(({ type, username }) => `${type} ${username}`);
  /** What only later operations will do: a member document as it will then be. */
  const change = async (fixture: RoomFixture, { accountId }: typeof ada, set: Partial<Member>) => {
    await fixture.stop();
    await store.write([{ op: 'set', in: 'members', id: memberId(fixture.id, accountId), set: { ...set } }]);
    await fixture.restart();
  };

  it('a room that was just made has one member and no row', async () => {
    const fixture = await found();
    expect(await fixture.ok(ada, { type: 'view_room' })).toMatchObject({ memberCount: 1, myRole: 'founder' });
    expect(await events(fixture)).toEqual([]);
    await fixture.stop();
  });

  it('who joins is in, once, and everybody sees it', async () => {
    const fixture = await found();
    expect(await fixture.ok(bob, join)).toMatchObject({ status: 'joined', room: { memberCount: 2, myRole: 'member' } });
    expect(await fixture.ok(bob, join)).toMatchObject({ status: 'already_member', room: { memberCount: 2 } });
    expect(await events(fixture)).toEqual(['member_joined bob']);
    await fixture.stop();
  });

  it.each([
    [{ visibility: 'closed' }, 'room_closed'],
    [{ starGated: true }, 'star_required'],
    [{ starGated: true, joinApproval: true, visibility: 'closed' }, 'star_required'],
  ] as const)('a room with %j refuses with %s', async (settings, code) => {
    const fixture = await found(settings);
    expect(await fixture.code(bob, join)).toBe(code);
    expect(await fixture.code(ada, join)).toBe('ok');
    await fixture.stop();
  });

  it.each(['open', 'closed'] as const)(
    'an %s room with an approval queue takes a request, once',
    async (visibility) => {
      const fixture = await found({ joinApproval: true, visibility });
      const { seq } = await fixture.ok(ada, { type: 'open_room', limit: 1 });
      const both = await Promise.all([fixture.ok(bob, join), fixture.ok(bob, join)]);
      await fixture.restart();
      const answers = [...both, await fixture.ok(bob, join)];
      expect(answers.map(({ status }) => status)).toEqual(['requested', 'requested', 'requested']);
      expect((await fixture.ok(ada, { type: 'open_room', limit: 1 })).seq).toBe(seq + 1);
      expect(await store.count('requests', { index: 'byRoom', prefix: [fixture.id] })).toBe(1);
      expect(await fixture.code(bob, { type: 'open_room', limit: 1 })).toBe('not_member');
      await fixture.stop();
      expect(await fixture.problems()).toEqual([]);
    },
  );

  it('a stranger neither reads, nor writes, nor leaves; a room that is none is not found', async () => {
    const fixture = await found();
    for (const command of [leave, { type: 'open_room', limit: 1 }, { type: 'list_members' }] as const) {
      expect(await fixture.code(nil, command)).toBe('not_member');
    }
    await fixture.stop();
    const nowhere = new RoomFixture(store);
    for (const command of [join, leave, { type: 'view_room' }] as const) {
      expect(await nowhere.code(ada, command)).toBe('room_not_found');
    }
    await nowhere.stop();
  });

  it('a member leaves, and is a stranger from then on', async () => {
    const fixture = await found({}, [bob]);
    expect(await fixture.ok(bob, leave)).toEqual({ status: 'left' });
    expect(await fixture.code(bob, leave)).toBe('not_member');
    expect(await events(fixture)).toEqual(['member_joined bob', 'member_left bob']);
    await fixture.stop();
  });

  it('the founder hands over to the member who is here longest', async () => {
    const fixture = await found({}, [cem, bob, eda]);
    await fixture.ok(cem, leave);
    await fixture.ok(cem, join);
    expect(await fixture.ok(ada, leave)).toEqual({ status: 'handed_over', founderId: bob.accountId });
    expect((await events(fixture, bob)).at(-1)).toBe('founder_changed bob');
    expect(await fixture.ok(bob, { type: 'view_room' })).toMatchObject({ myRole: 'founder', founder: bob.accountId });
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('an admin comes before every member, and of admins the one who has been here longest', async () => {
    const fixture = await found({}, [bob, cem, eda]);
    await change(fixture, eda, { role: 'admin', since: 10 });
    await change(fixture, cem, { role: 'admin', since: 20 });
    expect(await fixture.ok(ada, leave)).toMatchObject({ founderId: cem.accountId });
    expect(await fixture.ok(cem, leave)).toMatchObject({ founderId: eda.accountId });
    expect(await fixture.ok(eda, leave)).toMatchObject({ founderId: bob.accountId });
    await fixture.stop();
  });

  it('hands over in a room that was just brought into memory, to somebody who is not in it yet', async () => {
    const fixture = await found({}, [bob, cem]);
    for (let n = 0; n < 70; n += 1) await fixture.say(ada, `mesaj ${n}`);
    await fixture.restart();
    const [first, second] = await Promise.all([fixture.ok(bob, leave), fixture.ok(ada, leave)]);
    expect([first.status, second]).toEqual(['left', { status: 'handed_over', founderId: cem.accountId }]);
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('with the last one the room goes, and its slug is free', async () => {
    const fixture = await found({}, [bob]);
    await fixture.ok(ada, leave);
    expect(await fixture.ok(bob, leave)).toEqual({ status: 'room_gone' });
    expect(await fixture.code(ada, join)).toBe('room_not_found');
    expect(await store.get('slugs', fixture.slug)).toBeNull();
    await fixture.restart();
    expect(await fixture.code(bob, { type: 'view_room' })).toBe('room_not_found');
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
  });

  it('a slug that is taken is refused, one that is asked for twice at once goes to one', async () => {
    const fixture = await found();
    const others = [new RoomFixture(store), new RoomFixture(store)];
    for (const other of others) Object.assign(other, { slug: fixture.slug });
    await expect(others[0]?.found()).rejects.toThrow(/has already been taken/);
    for (const other of others) Object.assign(other, { slug: 'ikisi-de-ister' });
    const outcomes = await Promise.allSettled(others.map((other) => other.found()));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const each of [fixture, ...others]) await each.stop();
  });

  it('a newcomer reads from the joining on when history is cut', async () => {
    const fixture = await found({ historyForNewMembers: false }, [bob]);
    const early = await fixture.say(ada, 'eski');
    await fixture.ok(cem, join);
    const late = await fixture.say(ada, 'yeni');
    expect((await allRows(fixture, cem)).rows.map(({ body, event }) => event?.type ?? body)).toEqual([
      'member_joined',
      'yeni',
    ]);
    expect(await fixture.code(cem, { type: 'view_message', messageId: early.id })).toBe('not_found');
    expect(await fixture.code(cem, { type: 'mark_read', messageId: early.id })).toBe('not_found');
    expect(await fixture.ok(cem, { type: 'view_list_row' })).toMatchObject({ unread: 1, lastMessage: { row: late } });
    await fixture.stop();
  });

  it("a welcome greets whoever came, and is nobody's unread of theirs", async () => {
    const fixture = await found({ welcomeMessage: 'Hoş geldin {username}!' });
    await fixture.ok(bob, join);
    await fixture.restart();
    const { rows } = await allRows(fixture, bob);
    expect(rows.at(-1)).toMatchObject({ body: 'Hoş geldin bob!', event: { type: 'welcome', username: 'bob' } });
    expect(await fixture.ok(bob, { type: 'view_list_row' })).toMatchObject({ unread: 0 });
    expect(await fixture.ok(ada, { type: 'view_list_row' })).toMatchObject({ unread: 2, lastMessage: null });
    await fixture.stop();
  });

  it('a mute survives leaving and coming back', async () => {
    const fixture = await found({}, [bob]);
    const until = fixture.env.now() + 60_000;
    await change(fixture, bob, { mutedUntil: until });
    await fixture.ok(bob, leave);
    await fixture.ok(bob, join);
    expect(await fixture.ask(bob, { type: 'check_typing' })).toMatchObject({ code: 'muted', until });
    await fixture.env.leap(60_000);
    expect(await fixture.code(bob, { type: 'check_typing' })).toBe('ok');
    await fixture.stop();
  });
});
