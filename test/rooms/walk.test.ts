import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';

describe('a room from its first to its last day', () => {
  let booted: Booted;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    booted = await bootApp();
    ada = await booted.person('ada');
    bob = await booted.person('bob');
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  it('is made, joined, talked in, handed over and gone', async () => {
    const made = await booted.ask(ada, 'POST', '/api/rooms', { name: 'Kahve' });
    expect(made.status).toBe(201);
    const joined = await booted.ask(bob, 'POST', '/api/rooms/kahve/join');
    expect(joined.body.status).toBe('joined');
    const said = await booted.ask(ada, 'POST', '/api/rooms/kahve/messages', { body: 'selam @bob', client_id: 'c1' });
    expect(said.status).toBe(201);
    const again = await booted.ask(ada, 'POST', '/api/rooms/kahve/messages', { body: 'selam @bob', client_id: 'c1' });
    expect([again.status, again.body.duplicate, again.body.message.id]).toEqual([200, true, said.body.message.id]);
    const list = await booted.ask(bob, 'GET', '/api/rooms');
    expect(list.body.rooms[0]).toMatchObject({ slug: 'kahve', unread: 1, unread_mentions: 1, my_role: 'member' });
    const left = await booted.ask(ada, 'POST', '/api/rooms/kahve/leave');
    expect(left.body).toEqual({ status: 'handed_over', founder_id: bob.accountId });
    const gone = await booted.ask(bob, 'POST', '/api/rooms/kahve/leave');
    expect(gone.body).toEqual({ status: 'room_gone' });
    expect((await booted.ask(bob, 'GET', '/api/rooms/kahve')).status).toBe(404);
  });
});
