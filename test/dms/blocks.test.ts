import { withScene } from '../support/room-scene.js';
import { DmScene } from './dm-scene.js';

withScene('a block between two people', (scene) => {
  let house: DmScene;
  beforeEach(() => {
    house = new DmScene(scene());
  });

  it.each([
    ['ada', 'bob'],
    ['bob', 'ada'],
  ])('closes their chat both ways: %s blocks %s', async (one, other) => {
    const { slug } = await house.open('ada', 'bob');
    const { id } = await house.say('ada', slug, 'bir', 'c1');
    const own = await house.say('bob', slug, 'iki');
    await house.block(one, other);
    for (const name of ['ada', 'bob']) {
      expect(await house.saying(name, slug)).toBe('403 blocked');
      const path = `/rooms/${slug}/messages/${own.id}`;
      expect(await house.outcome(name, 'PATCH', path, { body: 'başka' })).toBe('403 blocked');
      expect(await house.outcome(name, 'PUT', `${path}/pin`)).toBe('403 blocked');
      expect(await house.outcome(name, 'PATCH', `/rooms/${slug}`, { wallpaper: 'kum' })).toBe('403 blocked');
      expect(await house.opening(name, name === 'ada' ? 'bob' : 'ada')).toBe('403 blocked');
      expect(await house.bodies(name, slug)).toEqual(['bir', 'iki']);
      expect(await house.inList(name, slug)).not.toBeNull();
    }
    const again = await house.ask('ada', 'POST', `/rooms/${slug}/messages`, { body: 'bir', client_id: 'c1' });
    expect([again.status, again.body.message.id]).toEqual([200, id]);
    expect(await house.outcome('ada', 'DELETE', `/rooms/${slug}/messages/${id}`)).toBe('200');
    await house.block(one, other, false);
    await house.say('ada', slug, 'üç');
    expect(await house.bodies('bob', slug)).toEqual(['', 'iki', 'üç']);
  });

  it('keeps them from opening one, before the door and the price are looked at', async () => {
    await house.door('bob', { dmPolicy: 'closed' });
    await house.block('bob', 'ada');
    expect(await house.opening('ada', 'bob')).toBe('403 blocked');
    await house.door('bob', { dmPolicy: 'open' });
    expect(await house.opening('ada', 'bob')).toBe('403 blocked');
    expect(await house.opening('bob', 'ada')).toBe('403 blocked');
    expect(await house.place('ada', 'bob')).toBeNull();
    await house.block('bob', 'ada', false);
    expect(await house.opening('ada', 'bob')).toBe('200');
  });

  it('holds until both have taken theirs back', async () => {
    const { slug } = await house.open('ada', 'bob');
    await house.block('ada', 'bob');
    await house.block('bob', 'ada');
    await house.block('ada', 'bob', false);
    expect(await house.saying('ada', slug)).toBe('403 blocked');
    await house.block('bob', 'ada', false);
    expect(await house.saying('ada', slug)).toBe('201');
  });

  it('binds at once for a chat that is only just being opened', async () => {
    await Promise.all(['ada', 'bob'].map((name) => house.person(name)));
    for (let round = 0; round < 10; round += 1) {
      const opening = house.opening('ada', 'bob');
      await house.block('bob', 'ada');
      const outcome = await opening;
      const place = await house.place('ada', 'bob');
      expect(['200', '403 blocked']).toContain(outcome);
      expect(await house.opening('ada', 'bob')).toBe('403 blocked');
      if (place) {
        const { slug } = await house.store
          .get<{ _id: string; slug: string }>('rooms', place.room)
          .then((room) => room ?? { slug: '' });
        expect(await house.saying('ada', slug)).toMatch(/403 blocked|404 room_not_found/);
        await house.ok('ada', 'DELETE', `/rooms/${slug}?for=everyone`).catch(() => undefined);
      }
      await house.block('bob', 'ada', false);
    }
  });

  it('leaves a chat with somebody else alone', async () => {
    const { slug } = await house.open('ada', 'cem');
    await house.block('ada', 'bob');
    expect(await house.saying('ada', slug)).toBe('201');
    expect(await house.saying('cem', slug)).toBe('201');
  });

  it('does not keep anybody from leaving or deleting', async () => {
    const { slug } = await house.open('ada', 'bob');
    await house.say('ada', slug);
    await house.block('bob', 'ada');
    expect(await house.outcome('ada', 'POST', `/rooms/${slug}/leave`)).toBe('200');
    expect(await house.outcome('bob', 'DELETE', `/rooms/${slug}?for=everyone`)).toBe('204');
  });
});
