import { withScene } from '../support/rooms/room-scene.js';
import { DmScene } from './dm-scene.js';

withScene('leaving a direct chat', (scene) => {
  let fixture: DmScene;
  beforeEach(() => {
    fixture = new DmScene(scene());
  });

  it.each([
    ['POST', '/leave'],
    ['DELETE', ''],
    ['DELETE', '?for=me'],
    ['DELETE', '?for=nobody'],
  ])('before anybody wrote removes it: %s %s', async (method, path) => {
    const { slug, id } = await fixture.open('ada', 'bob');
    expect(await fixture.ok('ada', method, `/rooms/${slug}${path}`)).toEqual({ status: 'room_gone' });
    expect(await fixture.inList('ada', slug)).toBeNull();
    expect(await fixture.outcome('ada', 'GET', `/rooms/${slug}`)).toBe('404 room_not_found');
    expect(await fixture.problems(id)).toEqual([]);
  });

  it('takes it out of the own list only; the other one is not told', async () => {
    const { slug, id } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug, 'bir');
    expect(await fixture.ok('bob', 'POST', `/rooms/${slug}/leave`)).toEqual({ status: 'left' });
    expect(await fixture.inList('bob', slug)).toBeNull();
    for (const path of ['', '/messages', '/members', '/stats']) {
      expect(await fixture.outcome('bob', 'GET', `/rooms/${slug}${path}`)).toBe('404 room_not_found');
    }
    expect(await fixture.outcome('bob', 'POST', `/rooms/${slug}/leave`)).toBe('404 room_not_found');
    expect(await fixture.inList('ada', slug)).toMatchObject({
      member_count: 2,
      peer: { username: fixture.named('bob') },
    });
    expect(await fixture.bodies('ada', slug)).toEqual(['bir']);
    expect(await fixture.problems(id)).toEqual([]);
  });

  it('can be taken back: everything is there, read, and nothing is to pay', async () => {
    await fixture.terms('bob', { dmPolicy: 'paid', dmStarCost: 3 });
    await fixture.give('ada', 3);
    const { slug, id } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug, 'bir');
    await fixture.say('bob', slug, 'iki');
    await fixture.ok('ada', 'DELETE', `/rooms/${slug}`);
    await fixture.terms('bob', { dmPolicy: 'closed' });
    expect((await fixture.open('ada', 'bob')).id).toBe(id);
    expect(await fixture.inList('ada', slug)).toMatchObject({ unread: 0, last_message: { body: 'iki' } });
    expect(await fixture.bodies('ada', slug)).toEqual(['bir', 'iki']);
    expect(await fixture.stars('ada')).toEqual({ balance: 0, ledger: 0 });
    expect(await fixture.problems(id)).toEqual([]);
  });

  it('is undone by a message of the other one, which is unread', async () => {
    const { slug, id } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug, 'bir');
    await fixture.ok('bob', 'POST', `/rooms/${slug}/leave`);
    await fixture.say('ada', slug, 'iki');
    expect(await fixture.inList('bob', slug)).toMatchObject({ unread: 1, last_message: { body: 'iki' } });
    expect(await fixture.bodies('bob', slug)).toEqual(['bir', 'iki']);
    expect(await fixture.problems(id)).toEqual([]);
  });

  it('by both deletes it; the next one is another room with the same address', async () => {
    const first = await fixture.open('ada', 'bob');
    await fixture.say('ada', first.slug, 'bir');
    await fixture.ok('bob', 'POST', `/rooms/${first.slug}/leave`);
    expect(await fixture.ok('ada', 'POST', `/rooms/${first.slug}/leave`)).toEqual({ status: 'room_gone' });
    const second = await fixture.open('bob', 'ada');
    expect(second).toMatchObject({ slug: first.slug, name: fixture.named('ada') });
    expect(second.id).not.toBe(first.id);
    expect(await fixture.place('ada', 'bob')).toMatchObject({ room: second.id, generation: 1 });
    expect(await fixture.bodies('bob', second.slug)).toEqual([]);
    expect(await fixture.inList('ada', second.slug)).toBeNull();
    await fixture.say('bob', second.slug, 'yeniden');
    expect(await fixture.bodies('ada', second.slug)).toEqual(['yeniden']);
    expect([...(await fixture.problems(first.id)), ...(await fixture.problems(second.id))]).toEqual([]);
  });

  it('for everyone deletes it, by either of the two', async () => {
    for (const name of ['ada', 'bob']) {
      const { slug, id } = await fixture.open('ada', 'bob');
      await fixture.say('ada', slug, 'bir');
      expect(await fixture.ask(name, 'DELETE', `/rooms/${slug}?for=everyone`)).toMatchObject({ status: 204 });
      for (const gone of ['ada', 'bob']) {
        expect(await fixture.inList(gone, slug)).toBeNull();
        expect(await fixture.outcome(gone, 'GET', `/rooms/${slug}`)).toBe('404 room_not_found');
      }
      expect(await fixture.problems(id)).toEqual([]);
    }
    expect(await fixture.place('ada', 'bob')).toMatchObject({ generation: 1 });
  });

  it('and opening it again costs again once it was deleted for good', async () => {
    await fixture.terms('bob', { dmPolicy: 'paid', dmStarCost: 3 });
    await fixture.give('ada', 7);
    for (const left of [4, 1]) {
      const { slug } = await fixture.open('ada', 'bob');
      expect(await fixture.stars('ada')).toEqual({ balance: left, ledger: left });
      await fixture.ok('bob', 'POST', `/dm/${fixture.named('ada')}`);
      await fixture.ok('bob', 'DELETE', `/rooms/${slug}?for=everyone`);
    }
    expect(await fixture.opening('ada', 'bob')).toBe('402 insufficient_stars');
    expect(await fixture.stars('bob')).toEqual({ balance: 6, ledger: 6 });
  });

  it('answers a message sent again as before, also after leaving', async () => {
    const { slug } = await fixture.open('ada', 'bob');
    const first = await fixture.say('ada', slug, 'bir', 'c1');
    await fixture.ok('bob', 'POST', `/dm/${fixture.named('ada')}`);
    await fixture.ok('ada', 'POST', `/rooms/${slug}/leave`);
    const again = await fixture.ask('ada', 'POST', `/rooms/${slug}/messages`, { body: 'bir', client_id: 'c1' });
    expect([again.status, again.body.duplicate, again.body.message.id]).toEqual([200, true, first.id]);
    expect(await fixture.saying('ada', slug)).toBe('404 room_not_found');
    expect(await fixture.inList('ada', slug)).toBeNull();
  });
});
