import { talk } from '../gateway/talker.js';
import { withScene } from '../support/rooms/room-scene.js';
import { DmScene } from './dm-scene.js';

withScene('a direct chat with somebody whose account is gone', (scene) => {
  let fixture: DmScene;
  beforeEach(() => {
    fixture = new DmScene(scene());
  });

  it('stays with the other one, under a name that says so', async () => {
    const { slug, id } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug, 'bir');
    await fixture.say('bob', slug, 'iki');
    const talker = await talk(scene().booted, await fixture.person('ada'));
    await talker.ask('room:open', { room: slug });
    await fixture.ok('bob', 'DELETE', '/me');
    expect(await talker.hears('member:left')).toMatchObject({ room: slug, reason: 'deleted', member_count: 2 });
    const nobody = { slug, kind: 'dm', name: 'Deleted account', peer: null, member_count: 2 };
    expect(await fixture.inList('ada', slug)).toMatchObject({ ...nobody, last_message: { body: 'iki' } });
    expect((await fixture.ok('ada', 'GET', `/rooms/${slug}`)).room).toMatchObject(nobody);
    expect(await talker.ask('room:open', { room: slug })).toMatchObject({ ok: true, room: nobody });
    expect(await fixture.bodies('ada', slug)).toEqual(['bir', 'iki']);
    expect(await fixture.problems(id)).toEqual([]);
    talker.close();
  });

  it('is called so in the language of the session that reads, wherever it is read', async () => {
    const { slug } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug);
    const path = '/me/device';
    await fixture.ok('ada', 'PUT', path, { platform: 'android', language: 'tr' });
    const talker = await talk(scene().booted, await fixture.person('ada'));
    await fixture.ok('bob', 'DELETE', '/me');
    const named = { name: 'Silinmiş hesap', peer: null };
    expect(await fixture.inList('ada', slug)).toMatchObject(named);
    expect((await fixture.ok('ada', 'GET', `/rooms/${slug}`)).room).toMatchObject(named);
    expect(await talker.ask('room:open', { room: slug })).toMatchObject({ room: named });
    await fixture.ok('ada', 'PUT', path, { platform: 'android', language: 'en' });
    expect((await fixture.ok('ada', 'GET', `/rooms/${slug}`)).room).toMatchObject({ name: 'Deleted account' });
    talker.close();
  });

  it('takes no more messages, and cannot be opened; it can be left, and is gone then', async () => {
    const { slug, id } = await fixture.open('ada', 'bob');
    await fixture.say('ada', slug);
    await fixture.ok('bob', 'DELETE', '/me');
    expect(await fixture.saying('ada', slug)).toBe('403 dm_closed');
    expect(await fixture.outcome('ada', 'POST', `/dm/${fixture.named('bob')}`)).toBe('404 not_found');
    expect(await fixture.ok('ada', 'POST', `/rooms/${slug}/leave`)).toEqual({ status: 'room_gone' });
    expect(await fixture.problems(id)).toEqual([]);
  });

  it('goes with the account when nobody else had it', async () => {
    const unwritten = await fixture.open('bob', 'ada');
    const left = await fixture.open('bob', 'cem');
    await fixture.say('bob', left.slug);
    await fixture.ok('cem', 'POST', `/rooms/${left.slug}/leave`);
    await fixture.ok('bob', 'DELETE', '/me');
    for (const { id } of [unwritten, left]) {
      expect(await fixture.store.get('rooms', id)).toMatchObject({ deleted: true });
      expect(await fixture.problems(id)).toEqual([]);
    }
  });

  it('keeps the stars that were paid for it', async () => {
    await fixture.terms('bob', { dmPolicy: 'paid', dmStarCost: 5 });
    await fixture.terms('cem', { dmPolicy: 'paid', dmStarCost: 2 });
    for (const [name, stars] of [
      ['ada', 5],
      ['bob', 2],
    ] as const)
      await fixture.give(name, stars);
    const paid = await fixture.open('ada', 'bob');
    const earned = await fixture.open('bob', 'cem');
    await fixture.say('ada', paid.slug);
    await fixture.say('bob', earned.slug);
    await fixture.ok('bob', 'DELETE', '/me');
    expect(await fixture.stars('ada')).toEqual({ balance: 0, ledger: 0 });
    expect(await fixture.stars('cem')).toEqual({ balance: 2, ledger: 2 });
    for (const { id } of [paid, earned]) expect(await fixture.problems(id)).toEqual([]);
  });
});
