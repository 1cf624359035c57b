import { type Booted, bootApp, type Person } from '../../support/clients/boot-app.js';
import { poll } from '../../support/time/poll.js';
import { holesIn, roomOf, type Talker, talk, type Wire } from '../talker.js';

describe('delivery in a room', () => {
  let booted: Booted;
  let people: Person[];
  let talkers: Talker[] = [];
  const [ADA, BOB, CEM, EDA] = [0, 1, 2, 3] as const;
  const person = (index: number) => people[index] as Person;

  beforeAll(async () => {
    booted = await bootApp();
    people = await Promise.all(['ada', 'bob', 'cem', 'eda'].map((name) => booted.person(name)));
  });
  afterEach(() => {
    for (const talker of talkers) talker.close();
    talkers = [];
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  const on = async (index: number): Promise<Talker> => {
    const talker = await talk(booted, person(index));
    talkers.push(talker);
    return talker;
  };
  const seqs = (talker: Talker, room: string): number[] => talker.ofRoom(room).map(({ payload }) => payload.seq);
  const heardUpTo = (talker: Talker, room: string, seq: number) =>
    poll(() => seqs(talker, room).at(-1) === seq, { until: `seq ${seq} of ${room} is heard` });

  it('comes in order and without a hole to every socket, the sender included', async () => {
    const room = 'in-order';
    await roomOf(booted, room, people);
    const all = await Promise.all([on(ADA), on(BOB), on(CEM), on(EDA), on(EDA)]);
    const opened = await Promise.all(all.map((talker) => talker.ask('room:open', { room })));
    const said = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (all[index % 5] as Talker).ask('message:new', { room, body: `${index}` }),
      ),
    );
    const last = Math.max(...said.map(({ message }) => message.seq));
    for (const [index, talker] of all.entries()) {
      await heardUpTo(talker, room, last);
      expect(seqs(talker, room)).toEqual(Array.from({ length: 200 }, (__, row) => last - 199 + row));
      expect(holesIn(talker.ofRoom(room), opened[index].seq)).toEqual([]);
    }
  });

  it('never overtakes the ack of room:open, loses nothing and doubles nothing behind it', async () => {
    const room = 'overtaking';
    await roomOf(booted, room, people);
    const [ada, bob] = await Promise.all([on(ADA), on(BOB)]);
    let isOver = false;
    const flood = (async () => {
      for (let index = 0; !isOver; index += 1) {
        await Promise.all([0, 1, 2, 3].map((part) => ada.ask('message:new', { room, body: `${index}.${part}` })));
      }
    })();
    for (let round = 0; round < 25; round += 1) {
      const before = bob.ofRoom(room).length;
      const [{ seq, messages }, early] = await new Promise<[Wire, number]>((resolve) => {
        const isHeard = (ack: Wire) => resolve([ack, bob.ofRoom(room).length - before]);
        bob.socket.emit('room:open', { room, limit: 5 }, isHeard);
      });
      expect(early).toBe(0);
      expect(messages.at(-1)?.seq ?? 0).toBeLessThanOrEqual(seq);
      await poll(() => bob.ofRoom(room).length > before + 8, { until: 'some messages came' });
      const events = bob.ofRoom(room).slice(before);
      expect(events[0]?.payload).toMatchObject({ seq: seq + 1, prev_seq: seq });
      expect(events.map(({ payload }) => payload.seq)).toEqual(events.map((_, index) => seq + 1 + index));
      await bob.ask('room:close', { room });
    }
    isOver = true;
    await flood;
  });

  it('goes on without loss or doubling when an open room is opened again', async () => {
    const room = 'reopening';
    await roomOf(booted, room, people);
    const [ada, bob] = await Promise.all([on(ADA), on(BOB)]);
    await bob.ask('room:open', { room });
    const said = Array.from({ length: 60 }, (_, index) => ada.ask('message:new', { room, body: `${index}` }));
    for (let again = 0; again < 20; again += 1) {
      const heldSeq = seqs(bob, room).at(-1) ?? 4;
      const { seq, messages } = await bob.ask('room:open', { room, after_seq: heldSeq });
      expect(messages.map((message: Wire) => message.seq)).toEqual(
        Array.from({ length: seq - heldSeq }, (_, row) => heldSeq + 1 + row),
      );
    }
    const last = Math.max(...(await Promise.all(said)).map(({ message }) => message.seq));
    await ada.ask('message:new', { room, body: 'the last' });
    await heardUpTo(bob, room, last + 1);
    const heard = seqs(bob, room);
    expect(new Set(heard).size).toBe(heard.length);
    expect([...heard].sort((a, b) => a - b)).toEqual(heard);
  });

  it('ends with room:close, also while the room is being opened', async () => {
    const room = 'closing';
    await roomOf(booted, room, people);
    const [ada, bob] = await Promise.all([on(ADA), on(BOB)]);
    const opening = bob.ask('room:open', { room });
    const closing = bob.ask('room:close', { room });
    expect(((await opening) as Wire).ok && ((await closing) as Wire).ok).toBe(true);
    await ada.ask('room:open', { room });
    const { message } = await ada.ask('message:new', { room, body: 'who is there?' });
    await heardUpTo(ada, room, message.seq);
    await bob.hears('room:activity', (payload) => payload.room === room);
    expect(seqs(bob, room)).toEqual([]);
  });

  it('stops at the entry with which a person leaves; the others hear of it', async () => {
    const room = 'leaving';
    await roomOf(booted, room, people);
    const [ada, bob, cem] = await Promise.all([on(ADA), on(BOB), on(CEM)]);
    for (const talker of [ada, bob, cem]) await talker.ask('room:open', { room });
    await booted.ask(person(BOB), 'POST', `/api/rooms/${room}/leave`, {});
    const left = await ada.hears('member:left', (payload) => payload.room === room);
    expect(left).toMatchObject({ account_id: person(BOB).accountId, username: 'bob', reason: 'left', member_count: 3 });
    expect(await bob.hears('room:gone')).toEqual({ room, reason: 'left' });
    const { message } = await ada.ask('message:new', { room, body: 'without bob' });
    await heardUpTo(cem, room, message.seq);
    expect(seqs(bob, room).filter((seq) => seq >= left.seq)).toEqual([]);
    expect((await bob.ask('message:list', { room })).error.code).toBe('not_member');
  });

  it('tells admins what is for admins, and looks complete to everybody', async () => {
    const room = 'two-channels';
    await roomOf(booted, room, [person(ADA), person(BOB)], { eventsVisibility: 'admins' });
    const [ada, bob] = await Promise.all([on(ADA), on(BOB)]);
    const held = await Promise.all([ada, bob].map(async (talker) => (await talker.ask('room:open', { room })).seq));
    for (const index of [CEM, EDA]) await booted.ask(person(index), 'POST', `/api/rooms/${room}/join`, {});
    await booted.ask(person(EDA), 'POST', `/api/rooms/${room}/leave`, {});
    const { message } = await ada.ask('message:new', { room, body: 'to all' });
    for (const talker of [ada, bob]) await heardUpTo(talker, room, message.seq);
    const rows = (talker: Talker) => talker.ofRoom(room).filter(({ name }) => name === 'message:new');
    const adminRows = rows(ada).filter(({ payload }) => payload.message.audience === 'admins');
    expect(adminRows.map(({ payload }) => payload.message.event.type)).toEqual([
      'member_joined',
      'member_joined',
      'member_left',
    ]);
    expect(rows(bob).map(({ payload }) => payload.message.id)).toEqual([message.id]);
    expect(holesIn(ada.ofRoom(room), held[0])).toEqual([]);
    expect(holesIn(bob.ofRoom(room), held[1])).toEqual([]);
  });

  it('moves a socket to the admins when its person becomes the founder', async () => {
    const room = 'handed-over';
    await roomOf(booted, room, [person(ADA), person(BOB), person(CEM)], { eventsVisibility: 'admins' });
    const bob = await on(BOB);
    await bob.ask('room:open', { room });
    await booted.ask(person(ADA), 'POST', `/api/rooms/${room}/leave`, {});
    await bob.hears('member:updated', ({ member }) => member.username === 'bob' && member.role === 'founder');
    await booted.ask(person(EDA), 'POST', `/api/rooms/${room}/join`, {});
    const row = await bob.hears('message:new', ({ message }) => message.event?.username === 'eda');
    expect(row.message.audience).toBe('admins');
  });

  it('shows a newcomer with cut history nothing of older rows, not even that they changed', async () => {
    const room = 'cut-history';
    await roomOf(booted, room, [person(ADA)], { historyForNewMembers: false });
    const ada = await on(ADA);
    await ada.ask('room:open', { room });
    const { message: old } = await ada.ask('message:new', { room, body: 'before your time' });
    await booted.ask(person(BOB), 'POST', `/api/rooms/${room}/join`, {});
    const bob = await on(BOB);
    const { seq: held } = await bob.ask('room:open', { room });
    await ada.ask('message:react', { room, message_id: old.id, emoji: '👍', on: true });
    await ada.ask('message:edit', { room, message_id: old.id, body: 'still before' });
    const { message } = await ada.ask('message:new', { room, body: 'now' });
    await heardUpTo(bob, room, message.seq);
    expect(bob.ofRoom(room).map(({ name }) => name)).toEqual(['room:hidden', 'room:hidden', 'message:new']);
    expect(bob.all('room:hidden')[0]).toEqual({ room, seq: held + 1, prev_seq: held });
    expect(holesIn(bob.ofRoom(room), held)).toEqual([]);
    expect(ada.all('message:edited')).toHaveLength(1);
    const { changes } = await bob.ask('room:open', { room, after_seq: held });
    expect(changes).toEqual([
      { type: 'room:hidden', room, seq: held + 1, prev_seq: held },
      { type: 'room:hidden', room, seq: held + 2, prev_seq: held + 1 },
    ]);
  });

  it('ends with room:deleted when the last member leaves', async () => {
    const room = 'deleted-room';
    await roomOf(booted, room, [person(ADA)]);
    const ada = await on(ADA);
    await ada.ask('room:open', { room });
    await booted.ask(person(ADA), 'POST', `/api/rooms/${room}/leave`, {});
    expect((await ada.hears('room:gone')).room).toBe(room);
    expect((await ada.ask('room:open', { room })).error.code).toBe('room_not_found');
  });
});
