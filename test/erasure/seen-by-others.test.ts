/** What others hear and see of somebody who deletes their account, while it happens and afterwards. */

import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import { createErasing } from '#jobs/erase-accounts.js';
import { findReferences } from '#src/store/find-references.js';
import { talk } from '../gateway/talker.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';

let booted: Booted;
let count = 0;
beforeAll(async () => {
  booted = await bootApp();
});
afterAll(() => booted[Symbol.asyncDispose]());

const somebody = (name: string): Promise<Person> => {
  count += 1;
  return booted.person(`${name}${count}`);
};

async function ok(who: Person, method: string, path: string, body?: unknown) {
  const answer = await booted.ask(who, method, `/api${path}`, body);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer.body;
}

async function roomOf(founder: Person, ...members: Person[]): Promise<string> {
  count += 1;
  const slug = `oda-${count}`;
  await ok(founder, 'POST', '/rooms', { name: 'Oda', slug });
  for (const member of members) await ok(member, 'POST', `/rooms/${slug}/join`);
  return slug;
}

async function traces(of: Person): Promise<unknown[]> {
  await poll(() => booted.app.erasing.erase(of.accountId), { until: 'it is erased', withinMs: 20_000 });
  const found = [];
  for await (const trace of findReferences(booted.app.store, [of.accountId], ['erasures'])) found.push(trace);
  return found;
}

describe('somebody who deletes their account', () => {
  it('is disconnected everywhere, and told why', async () => {
    const ada = await somebody('ada');
    const sockets = [await talk(booted, ada), await talk(booted, ada)];
    await ok(ada, 'DELETE', '/me');
    for (const talker of sockets) {
      await talker.hangsUp();
      expect(talker.heard.at(-1)).toEqual({ name: 'session:closed', payload: { reason: 'account_deleted' } });
    }
  });

  it('leaves rooms of others, which hear it as it happens', async () => {
    const [ada, bob] = [await somebody('ada'), await somebody('bob')];
    const room = await roomOf(bob, ada);
    const talker = await talk(booted, bob);
    await talker.ask('room:open', { room });
    await ok(ada, 'DELETE', '/me');
    const left = await talker.hears('member:left');
    expect(left).toMatchObject({ room, account_id: ada.accountId, reason: 'deleted', member_count: 1 });
    talker.close();
  });

  it('takes the rooms along that they have founded', async () => {
    const [ada, bob] = [await somebody('ada'), await somebody('bob')];
    const room = await roomOf(ada, bob);
    const talker = await talk(booted, bob);
    await talker.ask('room:open', { room });
    await ok(ada, 'DELETE', '/me');
    await talker.hears('room:deleted', (payload) => payload.room === room);
    await talker.hears('room:gone', (payload) => payload.room === room && payload.reason === 'deleted');
    expect((await ok(bob, 'GET', '/rooms')).rooms).toEqual([]);
    talker.close();
  });

  it('is nobody in what is read afterwards, by who was there and by who catches up', async () => {
    const [ada, bob] = [await somebody('ada'), await somebody('bob')];
    const room = await roomOf(bob, ada);
    await ok(ada, 'POST', `/rooms/${room}/messages`, { body: 'kalsın' });
    const talker = await talk(booted, bob);
    const { seq } = await talker.ask('room:open', { room });
    await ok(ada, 'DELETE', '/me');
    await talker.hears('member:left');
    for (const after of [undefined, 0, seq]) {
      const opened = await talker.ask('room:open', { room, ...(after === undefined ? {} : { after_seq: after }) });
      expect(opened.ok).toBe(true);
      expect(JSON.stringify(opened)).not.toContain(ada.accountId);
    }
    const { messages } = await ok(bob, 'GET', `/rooms/${room}/messages`);
    const said = messages.find((message: { body: string }) => message.body === 'kalsın');
    expect(said.sender).toMatchObject({ account_id: null, username: ada.name });
    talker.close();
  });

  it('is forgotten while others go on talking, and no message is lost', async () => {
    const [ada, bob, eda] = [await somebody('ada'), await somebody('bob'), await somebody('eda')];
    const room = await roomOf(bob, ada, eda);
    for (let at = 0; at < 40; at += 1) await ok(ada, 'POST', `/rooms/${room}/messages`, { body: `ada ${at}` });
    const { messages } = await ok(bob, 'GET', `/rooms/${room}/messages?limit=200`);
    const hers = messages.filter(
      ({ sender }: { sender: { account_id: string } | null }) => sender?.account_id === ada.accountId,
    );
    let isOver = false;
    const said: string[] = [];
    const talking = [bob, eda].map(async (who) => {
      for (let at = 0; !isOver; at += 1) {
        const { message } = await ok(who, 'POST', `/rooms/${room}/messages`, {
          body: `${who.name} ${at}`,
          reply_to: hers[at % hers.length].id,
        });
        said.push(message.id);
      }
    });
    await ok(ada, 'DELETE', '/me');
    isOver = true;
    await Promise.all(talking);
    expect(said.length).toBeGreaterThan(0);
    expect(await traces(ada)).toEqual([]);
    const slug = await booted.app.store.get<{ _id: string; room: string }>('slugs', room);
    const log = await booted.app.store.range<{ _id: string; row?: { id: string } }>('log', {
      index: '_id',
      gt: `${slug?.room}:`,
      lt: `${slug?.room};`,
      limit: 10_000,
    });
    const kept = new Set(log.map(({ row }) => row?.id));
    expect(said.filter((id) => !kept.has(id))).toEqual([]);
  });

  it('is erased to the end after a stop in the middle of it', async () => {
    const [ada, bob] = [await somebody('ada'), await somebody('bob')];
    const room = await roomOf(bob, ada);
    await ok(ada, 'POST', `/rooms/${room}/messages`, { body: 'bir' });
    const { node, store, objects } = booted.app;
    let asked = 0;
    const rooms: Pick<typeof node.rooms, 'tryAsk'> = {
      tryAsk(id, command) {
        asked += 1;
        if (asked === 3) void erasing.stop();
        return node.rooms.tryAsk(id, command);
      },
    };
    const erasing = createErasing({
      rooms,
      users: node.users,
      organizations: node.organizations,
      reader: store,
      objects,
      uploadLinkMs: 600_000,
      now: Date.now,
    });
    await node.users.ask(ada.accountId, { type: 'give_up' });
    expect(await erasing.erase(ada.accountId)).toBe(false);
    expect(asked).toBe(3);
    expect(await traces(ada)).toEqual([]);
  });

  it('may do so in the same moment as the other one of a direct chat, and neither leaves a trace', async () => {
    const [ada, bob, eda] = [await somebody('ada'), await somebody('bob'), await somebody('eda')];
    const { room } = await ok(ada, 'POST', `/dm/${bob.name}`);
    await ok(ada, 'POST', `/rooms/${room.slug}/messages`, { body: 'ikimiz de' });
    // Eda has never heard of this one: its opener goes first, and the way to it with them.
    await ok(ada, 'POST', `/dm/${eda.name}`);
    await Promise.all([ok(ada, 'DELETE', '/me'), ok(bob, 'DELETE', '/me')]);
    for (const gone of [ada, bob]) expect(await traces(gone)).toEqual([]);
    await ok(eda, 'DELETE', '/me');
    expect(await traces(eda)).toEqual([]);
  });

  it('is forgotten by as many at once as there are', async () => {
    const bob = await somebody('bob');
    const people = await Promise.all(Array.from({ length: 12 }, () => somebody('cok')));
    const room = await roomOf(bob, ...people);
    await Promise.all(people.map((who) => ok(who, 'POST', `/rooms/${room}/messages`, { body: `@${bob.name} hey` })));
    await Promise.all(people.map((who) => ok(who, 'POST', `/users/${bob.name}/follow`)));
    for (const [at, who] of people.entries()) {
      const next = people[(at + 1) % people.length] as Person;
      await ok(who, 'POST', `/users/${next.name}/follow`);
    }
    await Promise.all(people.map((who) => ok(who, 'DELETE', '/me')));
    for (const who of people) expect(await traces(who)).toEqual([]);
    expect((await ok(bob, 'GET', '/me')).account.follows).toEqual({ followers: 0, following: 0 });
    expect((await ok(bob, 'GET', `/rooms/${room}/members`)).members).toHaveLength(1);
  });

  it('leaves every room sound', async () => {
    const problems = [];
    for await (const verified of verifyAllRooms(booted.app.store)) problems.push(...verified.problems);
    expect(problems).toEqual([]);
  });
});
