import { talk } from '../gateway/talker.js';
import { withScene } from '../support/room-scene.js';
import { DmScene } from './dm-scene.js';

withScene('a direct chat with somebody whose account is gone', (scene) => {
  let house: DmScene;
  beforeEach(() => {
    house = new DmScene(scene());
  });

  it('stays with the other one, under a name that says so', async () => {
    const { slug, id } = await house.open('ada', 'bob');
    await house.say('ada', slug, 'bir');
    await house.say('bob', slug, 'iki');
    const talker = await talk(scene().booted, await house.person('ada'));
    await talker.ask('room:open', { room: slug });
    await house.ok('bob', 'DELETE', '/me');
    expect(await talker.hears('member:left')).toMatchObject({ room: slug, reason: 'deleted', member_count: 2 });
    const nobody = { slug, kind: 'dm', name: 'Deleted account', peer: null, member_count: 2 };
    expect(await house.inList('ada', slug)).toMatchObject({ ...nobody, last_message: { body: 'iki' } });
    expect((await house.ok('ada', 'GET', `/rooms/${slug}`)).room).toMatchObject(nobody);
    expect(await talker.ask('room:open', { room: slug })).toMatchObject({ ok: true, room: nobody });
    expect(await house.bodies('ada', slug)).toEqual(['bir', 'iki']);
    expect(await house.problems(id)).toEqual([]);
    talker.close();
  });

  it('is called so in the language of the session that reads, wherever it is read', async () => {
    const { slug } = await house.open('ada', 'bob');
    await house.say('ada', slug);
    const path = '/me/device';
    await house.ok('ada', 'PUT', path, { platform: 'android', language: 'tr' });
    const talker = await talk(scene().booted, await house.person('ada'));
    await house.ok('bob', 'DELETE', '/me');
    const named = { name: 'Silinmiş hesap', peer: null };
    expect(await house.inList('ada', slug)).toMatchObject(named);
    expect((await house.ok('ada', 'GET', `/rooms/${slug}`)).room).toMatchObject(named);
    expect(await talker.ask('room:open', { room: slug })).toMatchObject({ room: named });
    await house.ok('ada', 'PUT', path, { platform: 'android', language: 'en' });
    expect((await house.ok('ada', 'GET', `/rooms/${slug}`)).room).toMatchObject({ name: 'Deleted account' });
    talker.close();
  });

  it('takes no more messages, and cannot be opened; it can be left, and is gone then', async () => {
    const { slug, id } = await house.open('ada', 'bob');
    await house.say('ada', slug);
    await house.ok('bob', 'DELETE', '/me');
    expect(await house.saying('ada', slug)).toBe('403 dm_closed');
    expect(await house.outcome('ada', 'POST', `/dm/${house.named('bob')}`)).toBe('404 not_found');
    expect(await house.ok('ada', 'POST', `/rooms/${slug}/leave`)).toEqual({ status: 'room_gone' });
    expect(await house.problems(id)).toEqual([]);
  });

  it('goes with the account when nobody else had it', async () => {
    const unwritten = await house.open('bob', 'ada');
    const left = await house.open('bob', 'cem');
    await house.say('bob', left.slug);
    await house.ok('cem', 'POST', `/rooms/${left.slug}/leave`);
    await house.ok('bob', 'DELETE', '/me');
    for (const { id } of [unwritten, left]) {
      expect(await house.store.get('rooms', id)).toMatchObject({ deleted: true });
      expect(await house.problems(id)).toEqual([]);
    }
  });

  it('keeps the stars that were paid for it', async () => {
    await house.door('bob', { dmPolicy: 'paid', dmStarCost: 5 });
    await house.door('cem', { dmPolicy: 'paid', dmStarCost: 2 });
    for (const [name, stars] of [
      ['ada', 5],
      ['bob', 2],
    ] as const)
      await house.give(name, stars);
    const paid = await house.open('ada', 'bob');
    const earned = await house.open('bob', 'cem');
    await house.say('ada', paid.slug);
    await house.say('bob', earned.slug);
    await house.ok('bob', 'DELETE', '/me');
    expect(await house.stars('ada')).toEqual({ balance: 0, ledger: 0 });
    expect(await house.stars('cem')).toEqual({ balance: 2, ledger: 2 });
    for (const { id } of [paid, earned]) expect(await house.problems(id)).toEqual([]);
  });
});
