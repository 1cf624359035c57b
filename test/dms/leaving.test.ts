import { withScene } from '../support/room-scene.js';
import { DmScene } from './dm-scene.js';

withScene('leaving a direct chat', (scene) => {
  let house: DmScene;
  beforeEach(() => {
    house = new DmScene(scene());
  });

  it.each([
    ['POST', '/leave'],
    ['DELETE', ''],
    ['DELETE', '?for=me'],
    ['DELETE', '?for=nobody'],
  ])('before anybody wrote removes it: %s %s', async (method, path) => {
    const { slug, id } = await house.open('ada', 'bob');
    expect(await house.ok('ada', method, `/rooms/${slug}${path}`)).toEqual({ status: 'room_gone' });
    expect(await house.inList('ada', slug)).toBeNull();
    expect(await house.outcome('ada', 'GET', `/rooms/${slug}`)).toBe('404 room_not_found');
    expect(await house.problems(id)).toEqual([]);
  });

  it('takes it out of the own list only; the other one is not told', async () => {
    const { slug, id } = await house.open('ada', 'bob');
    await house.say('ada', slug, 'bir');
    expect(await house.ok('bob', 'POST', `/rooms/${slug}/leave`)).toEqual({ status: 'left' });
    expect(await house.inList('bob', slug)).toBeNull();
    for (const path of ['', '/messages', '/members', '/stats']) {
      expect(await house.outcome('bob', 'GET', `/rooms/${slug}${path}`)).toBe('404 room_not_found');
    }
    expect(await house.outcome('bob', 'POST', `/rooms/${slug}/leave`)).toBe('404 room_not_found');
    expect(await house.inList('ada', slug)).toMatchObject({ member_count: 2, peer: { username: house.named('bob') } });
    expect(await house.bodies('ada', slug)).toEqual(['bir']);
    expect(await house.problems(id)).toEqual([]);
  });

  it('can be taken back: everything is there, read, and nothing is to pay', async () => {
    await house.door('bob', { dmPolicy: 'paid', dmStarCost: 3 });
    await house.give('ada', 3);
    const { slug, id } = await house.open('ada', 'bob');
    await house.say('ada', slug, 'bir');
    await house.say('bob', slug, 'iki');
    await house.ok('ada', 'DELETE', `/rooms/${slug}`);
    await house.door('bob', { dmPolicy: 'closed' });
    expect((await house.open('ada', 'bob')).id).toBe(id);
    expect(await house.inList('ada', slug)).toMatchObject({ unread: 0, last_message: { body: 'iki' } });
    expect(await house.bodies('ada', slug)).toEqual(['bir', 'iki']);
    expect(await house.stars('ada')).toEqual({ balance: 0, ledger: 0 });
    expect(await house.problems(id)).toEqual([]);
  });

  it('is undone by a message of the other one, which is unread', async () => {
    const { slug, id } = await house.open('ada', 'bob');
    await house.say('ada', slug, 'bir');
    await house.ok('bob', 'POST', `/rooms/${slug}/leave`);
    await house.say('ada', slug, 'iki');
    expect(await house.inList('bob', slug)).toMatchObject({ unread: 1, last_message: { body: 'iki' } });
    expect(await house.bodies('bob', slug)).toEqual(['bir', 'iki']);
    expect(await house.problems(id)).toEqual([]);
  });

  it('by both deletes it; the next one is another room with the same address', async () => {
    const first = await house.open('ada', 'bob');
    await house.say('ada', first.slug, 'bir');
    await house.ok('bob', 'POST', `/rooms/${first.slug}/leave`);
    expect(await house.ok('ada', 'POST', `/rooms/${first.slug}/leave`)).toEqual({ status: 'room_gone' });
    const second = await house.open('bob', 'ada');
    expect(second).toMatchObject({ slug: first.slug, name: house.named('ada') });
    expect(second.id).not.toBe(first.id);
    expect(await house.place('ada', 'bob')).toMatchObject({ room: second.id, generation: 1 });
    expect(await house.bodies('bob', second.slug)).toEqual([]);
    expect(await house.inList('ada', second.slug)).toBeNull();
    await house.say('bob', second.slug, 'yeniden');
    expect(await house.bodies('ada', second.slug)).toEqual(['yeniden']);
    expect([...(await house.problems(first.id)), ...(await house.problems(second.id))]).toEqual([]);
  });

  it('for everyone deletes it, by either of the two', async () => {
    for (const name of ['ada', 'bob']) {
      const { slug, id } = await house.open('ada', 'bob');
      await house.say('ada', slug, 'bir');
      expect(await house.ask(name, 'DELETE', `/rooms/${slug}?for=everyone`)).toMatchObject({ status: 204 });
      for (const gone of ['ada', 'bob']) {
        expect(await house.inList(gone, slug)).toBeNull();
        expect(await house.outcome(gone, 'GET', `/rooms/${slug}`)).toBe('404 room_not_found');
      }
      expect(await house.problems(id)).toEqual([]);
    }
    expect(await house.place('ada', 'bob')).toMatchObject({ generation: 1 });
  });

  it('and opening it again costs again once it was deleted for good', async () => {
    await house.door('bob', { dmPolicy: 'paid', dmStarCost: 3 });
    await house.give('ada', 7);
    for (const left of [4, 1]) {
      const { slug } = await house.open('ada', 'bob');
      expect(await house.stars('ada')).toEqual({ balance: left, ledger: left });
      await house.ok('bob', 'POST', `/dm/${house.named('ada')}`);
      await house.ok('bob', 'DELETE', `/rooms/${slug}?for=everyone`);
    }
    expect(await house.opening('ada', 'bob')).toBe('402 insufficient_stars');
    expect(await house.stars('bob')).toEqual({ balance: 6, ledger: 6 });
  });

  it('answers a message sent again as before, also after leaving', async () => {
    const { slug } = await house.open('ada', 'bob');
    const first = await house.say('ada', slug, 'bir', 'c1');
    await house.ok('bob', 'POST', `/dm/${house.named('ada')}`);
    await house.ok('ada', 'POST', `/rooms/${slug}/leave`);
    const again = await house.ask('ada', 'POST', `/rooms/${slug}/messages`, { body: 'bir', client_id: 'c1' });
    expect([again.status, again.body.duplicate, again.body.message.id]).toEqual([200, true, first.id]);
    expect(await house.saying('ada', slug)).toBe('404 room_not_found');
    expect(await house.inList('ada', slug)).toBeNull();
  });
});
