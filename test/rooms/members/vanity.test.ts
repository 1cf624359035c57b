/** Short links of rooms: bought once, never twice, gone with the room; and the slug no room may have. */
import type { Answer } from '../../support/clients/boot-app.js';
import { type Scene, type SceneRoom, withScene } from '../../support/rooms/room-scene.js';

const PRICE = 500;

withScene('the short link of a room', (scene) => {
  let people = 0;

  /** Somebody with a room and this many stars. */
  async function founder(stars: number): Promise<{ name: string; room: SceneRoom }> {
    people += 1;
    const name = `zengin.${people}`;
    const room = await scene().room(name);
    await grant(scene(), name, stars);
    return { name, room };
  }

  const buy = ({ name, room }: { name: string; room: SceneRoom }, handle: string) =>
    room.ask(name, 'PUT', '/vanity', { handle });
  const follow = (handle: string) => fetch(`${scene().booted.url}/r/${handle}`, { redirect: 'manual' });

  async function placeOf(handle: string): Promise<string | null> {
    const answer = await follow(handle);
    await answer.text();
    return answer.status === 302 ? answer.headers.get('location') : null;
  }

  it('costs stars, stands in the ledger and leads to the room', async () => {
    const one = await founder(700);
    const { status, body } = await buy(one, ' Kahve ');
    const { publicUrl } = scene().booted.app.config.http;
    expect([status, body]).toEqual([200, { handle: 'kahve', url: `${publicUrl}/r/kahve`, stars: 200 }]);
    expect(await placeOf('KAHVE')).toBe(`/#/r/${one.room.slug}`);
    expect(await ledgerOf(scene(), one.name)).toMatchObject([
      { delta: -PRICE, reason: 'room_vanity_link', relatedRoom: one.room.slug },
    ]);
    expect(await one.room.problems()).toEqual([]);
  });

  it('costs nothing a second time', async () => {
    const one = await founder(PRICE);
    await buy(one, 'bir-kere');
    expect(await buy(one, 'bir-kere')).toMatchObject({ status: 200, body: { handle: 'bir-kere', stars: 0 } });
    expect(await ledgerOf(scene(), one.name)).toHaveLength(1);
  });

  it('takes the place of the one before, which is free at once', async () => {
    const [one, other] = [await founder(2 * PRICE), await founder(PRICE)];
    await buy(one, 'eski');
    expect(await buy(one, 'yeni')).toMatchObject({ status: 200, body: { stars: 0 } });
    expect(await placeOf('eski')).toBeNull();
    expect((await buy(other, 'eski')).status).toBe(200);
    expect([await one.room.problems(), await other.room.problems()]).toEqual([[], []]);
  });

  it('is refused for too few stars, for a handle that is taken and for one that is none', async () => {
    const [one, poor] = [await founder(PRICE), await founder(PRICE - 1)];
    await buy(one, 'dolu');
    expect(await buy(poor, 'bos')).toMatchObject({ status: 402, body: { error: { code: 'insufficient_stars' } } });
    for (const handle of ['dolu', 'ab', 'a'.repeat(33), 'a--b', 'şeker', 7, undefined]) {
      const { status, body } = await buy(poor, handle as string);
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ['handle']]);
    }
    expect(await starsOf(scene(), poor.name)).toBe(PRICE - 1);
  });

  it.each([
    ['the same handle', () => 'ayni', { 200: 100 }],
    ['a hundred handles', (n: number) => `ayri-${n}`, { 200: 1, 402: 99 }],
  ])('is paid once when somebody with stars for one asks for %s at once', async (_, handle, expected) => {
    const one = await founder(PRICE);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => buy(one, handle(n))));
    expect(tally(answers)).toEqual(expected);
    expect(await starsOf(scene(), one.name)).toBe(0);
    expect(await ledgerOf(scene(), one.name)).toHaveLength(1);
    expect(await one.room.problems()).toEqual([]);
  });

  it('goes to one of two rooms that race for it, and the other keeps its stars', async () => {
    for (let round = 0; round < 5; round += 1) {
      const both = [await founder(PRICE), await founder(PRICE)];
      const answers = await Promise.all(both.map((each) => buy(each, `yaris-${round}`)));
      expect(tally(answers)).toEqual({ 200: 1, 422: 1 });
      const left = await Promise.all(both.map(({ name }) => starsOf(scene(), name)));
      expect(left).toEqual(answers.map(({ status }) => (status === 200 ? 0 : PRICE)));
      for (const { room } of both) expect(await room.problems()).toEqual([]);
    }
  });

  it('leads nowhere once its room is deleted, and is free when the room is swept', async () => {
    const [one, other] = [await founder(PRICE), await founder(PRICE)];
    await buy(one, 'gecici');
    await one.room.ask(one.name, 'DELETE');
    expect(await placeOf('gecici')).toBeNull();
    const { rooms } = scene().booted.app.node;
    while ((await rooms.ask(one.room.id, { type: 'sweep_deleted_room' })) !== 0);
    expect(await one.room.problems()).toEqual([]);
    expect((await buy(other, 'gecici')).status).toBe(200);
    expect(await placeOf('gecici')).toBe(`/#/r/${other.room.slug}`);
  });

  it('is not found where there is none', async () => {
    for (const handle of ['yok', 'a', '%20', 'a/b']) expect((await follow(handle)).status).toBe(404);
  });

  it('leaves the slug of the search to the search', async () => {
    const person = await scene().person('arayan');
    const make = (body: object) => scene().booted.ask(person, 'POST', '/api/rooms', body);
    const chosen = await make({ name: 'Arama', slug: 'search' });
    expect([chosen.status, chosen.body.error.fields.slug]).toEqual([422, ['has already been taken']]);
    const { status, body } = await make({ name: 'Search' });
    expect([status, body.room.slug]).toEqual([201, expect.stringMatching(/^search-[a-z0-9]{4}$/)]);
  });
});

function tally(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

async function grant(scene: Scene, name: string, stars: number): Promise<void> {
  const { accountId } = await scene.person(name);
  await scene.booted.app.store.transaction([{ op: 'set', in: 'tallies', id: accountId, set: { stars } }]);
}

async function starsOf(scene: Scene, name: string): Promise<number> {
  const { body } = await scene.booted.ask(await scene.person(name), 'GET', '/api/me');
  const stored = await scene.booted.app.store.get<{ _id: string; stars: number }>('tallies', body.account.id);
  expect(stored?.stars).toBe(body.account.stars);
  return body.account.stars;
}

async function ledgerOf(scene: Scene, name: string): Promise<object[]> {
  const { accountId } = await scene.person(name);
  return scene.booted.app.store.range('ledger', { index: 'byAccount', prefix: [accountId] });
}
