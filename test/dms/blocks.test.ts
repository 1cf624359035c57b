import { withScene } from '../support/rooms/room-scene.js';
import { DmScene } from './dm-scene.js';

withScene('a block between two people', (scene) => {
  let fixture: DmScene;
  beforeEach(() => {
    fixture = new DmScene(scene());
  });

  it.each([
    ['ada', 'bob'],
    ['bob', 'ada'],
  ])('closes their chat both ways: %s blocks %s', async (one, other) => {
    const { slug } = await fixture.open('ada', 'bob');
    const { id } = await fixture.say('ada', slug, 'bir', 'c1');
    const own = await fixture.say('bob', slug, 'iki');
    await fixture.block(one, other);
    for (const name of ['ada', 'bob']) {
      expect(await fixture.saying(name, slug)).toBe('403 blocked');
      const path = `/rooms/${slug}/messages/${own.id}`;
      expect(await fixture.outcome(name, 'PATCH', path, { body: 'başka' })).toBe('403 blocked');
      expect(await fixture.outcome(name, 'PUT', `${path}/pin`)).toBe('403 blocked');
      expect(await fixture.outcome(name, 'PATCH', `/rooms/${slug}`, { wallpaper: 'kum' })).toBe('403 blocked');
      expect(await fixture.opening(name, name === 'ada' ? 'bob' : 'ada')).toBe('403 blocked');
      expect(await fixture.bodies(name, slug)).toEqual(['bir', 'iki']);
      expect(await fixture.inList(name, slug)).not.toBeNull();
    }
    const again = await fixture.ask('ada', 'POST', `/rooms/${slug}/messages`, { body: 'bir', client_id: 'c1' });
    expect([again.status, again.body.message.id]).toEqual([200, id]);
    expect(await fixture.outcome('ada', 'DELETE', `/rooms/${slug}/messages/${id}`)).toBe('200');
    await fixture.block(one, other, false);
    await fixture.say('ada', slug, 'üç');
    expect(await fixture.bodies('bob', slug)).toEqual(['', 'iki', 'üç']);
  });

  it('keeps them from opening one, before the terms and the price are looked at', async () => {
    await fixture.terms('bob', { dmPolicy: 'closed' });
    await fixture.block('bob', 'ada');
    expect(await fixture.opening('ada', 'bob')).toBe('403 blocked');
    await fixture.terms('bob', { dmPolicy: 'open' });
    expect(await fixture.opening('ada', 'bob')).toBe('403 blocked');
    expect(await fixture.opening('bob', 'ada')).toBe('403 blocked');
    expect(await fixture.place('ada', 'bob')).toBeNull();
    await fixture.block('bob', 'ada', false);
    expect(await fixture.opening('ada', 'bob')).toBe('200');
  });

  it('holds until both have taken theirs back', async () => {
    const { slug } = await fixture.open('ada', 'bob');
    await fixture.block('ada', 'bob');
    await fixture.block('bob', 'ada');
    await fixture.block('ada', 'bob', false);
    expect(await fixture.saying('ada', slug)).toBe('403 blocked');
    await fixture.block('bob', 'ada', false);
    expect(await fixture.saying('ada', slug)).toBe('201');
  });

  it('binds at once for a chat that is only just being opened', async () => {
    await Promise.all(['ada', 'bob'].map((name) => fixture.person(name)));
    for (let round = 0; round < 10; round += 1) {
      const opening = fixture.opening('ada', 'bob');
      await fixture.block('bob', 'ada');
      const outcome = await opening;
      const place = await fixture.place('ada', 'bob');
      expect(['200', '403 blocked']).toContain(outcome);
      expect(await fixture.opening('ada', 'bob')).toBe('403 blocked');
      if (place) {
        const { slug } = await fixture.store
          .get<{ _id: string; slug: string }>('rooms', place.room)
          .then((room) => room ?? { slug: '' });
        expect(await fixture.saying('ada', slug)).toMatch(/403 blocked|404 room_not_found/);
        await fixture.ok('ada', 'DELETE', `/rooms/${slug}?for=everyone`).catch(() => undefined);
      }
      await fixture.block('bob', 'ada', false);
    }
  });

  it('leaves a chat with somebody else alone', async () => {
    const { slug } = await fixture.open('ada', 'cem');
    await fixture.block('ada', 'bob');
    expect(await fixture.saying('ada', slug)).toBe('201');
    expect(await fixture.saying('cem', slug)).toBe('201');
  });

  it('does not keep anybody from leaving or deleting', async () => {
    const { slug } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug);
    await fixture.block('bob', 'ada');
    expect(await fixture.outcome('ada', 'POST', `/rooms/${slug}/leave`)).toBe('200');
    expect(await fixture.outcome('bob', 'DELETE', `/rooms/${slug}?for=everyone`)).toBe('204');
  });
});
