/** The same key on two nodes at once: no node knows of the other's request before its effect is recorded. */
import type { Reader } from '#src/store/store.js';
import { call, person, type Visitor } from '../http/client.js';
import { type HttpFixture, openHttpFixture, openShell, type Shell } from '../http/http-fixture.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';

onEachEngine('an Idempotency-Key on two nodes at once', (engine) => {
  describe('has one effect and one answer', () => twoNodes(engine));
});

function twoNodes(engine: EngineSettings): void {
  let here: HttpFixture;
  let there: Shell;
  let ada: Visitor;
  let bob: Visitor;
  /** Called between the look for a kept answer and the work of the next request to the second node. */
  let meanwhile: () => Promise<unknown> = async () => null;
  let keys = 0;

  beforeAll(async () => {
    here = await openHttpFixture(engine());
    const { store } = here.app;
    const range: Reader['range'] = async (name, query) => {
      const found = await store.range(name, query);
      const hook = meanwhile;
      if (name === 'answers') {
        meanwhile = async () => null;
        await hook();
      }
      return found as never;
    };
    const reader = new Proxy(store, { get: (target, name) => (name === 'range' ? range : own(target, name)) });
    there = await openShell(here, { reader });
    ada = await person(here, 'ada');
    bob = await person(here, 'bob');
  }, 60_000);
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  const own = (target: object, name: string | symbol) => {
    const value = Reflect.get(target, name, target);
    return typeof value === 'function' ? value.bind(target) : value;
  };

  /** Both answers: the first node's request is carried out while the second node is about to begin. */
  async function onBoth({ token }: Visitor, path: string, json: unknown, other: unknown = json) {
    keys += 1;
    const headers = { 'idempotency-key': `key-${keys}` };
    const first: Awaited<ReturnType<typeof call>>[] = [];
    meanwhile = async () => first.push(await call(here, 'POST', path, { token, json: other, headers }));
    const second = await call(there, 'POST', path, { token, json, headers });
    const third = await call(there, 'POST', path, { token, json: other, headers });
    expect([third.status, third.body]).toEqual([first[0]?.status, first[0]?.body]);
    return { first: first[0], second };
  }

  async function roomOf(founder: Visitor, slug: string): Promise<string> {
    expect((await founder.call('POST', '/api/rooms', { name: 'Oda', slug })).status).toBe(201);
    return `/api/rooms/${slug}`;
  }

  it('for a newcomer, who has joined', async () => {
    const { first, second } = await onBoth(bob, `${await roomOf(ada, 'katilan')}/join`, {});
    expect([first, second].map((answer) => [answer?.status, answer?.body.status])).toEqual([
      [200, 'joined'],
      [200, 'joined'],
    ]);
  });

  it('for the last one who leaves a room', async () => {
    const { first, second } = await onBoth(ada, `${await roomOf(ada, 'giden')}/leave`, {});
    expect([first, second].map((answer) => [answer?.status, answer?.body.status])).toEqual([
      [200, 'room_gone'],
      [200, 'room_gone'],
    ]);
  });

  it('for a new room and a message in it', async () => {
    const made = await onBoth(ada, '/api/rooms', { name: 'Yeni oda' });
    expect([made.first?.status, made.second.status]).toEqual([201, 201]);
    expect(made.second.body.room.id).toBe(made.first?.body.room.id);
    const said = await onBoth(ada, `/api/rooms/${made.second.body.room.slug}/messages`, { body: 'selam' });
    expect([said.first?.status, said.second.status]).toEqual([201, 201]);
    expect(said.second.body).toEqual(said.first?.body);
  });

  it('and another request under it is a conflict', async () => {
    const path = `${await roomOf(ada, 'baska')}/messages`;
    const { first, second } = await onBoth(ada, path, { body: 'bir' }, { body: 'iki' });
    expect([first?.status, second.outcome]).toEqual([201, [409, 'idempotency_conflict']]);
  });

  it('and a refusal that is none of its traces stays one', async () => {
    const path = `${await roomOf(ada, 'kapali')}/messages`;
    const { first, second } = await onBoth(bob, path, { body: 'selam' });
    expect([first?.outcome, second.outcome]).toEqual([
      [403, 'not_member'],
      [403, 'not_member'],
    ]);
  });
}
