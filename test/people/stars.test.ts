/** The balance of stars, its ledger, and what devices hear of it. */
import { type Talker, talk } from '../gateway/talker.js';
import type { Person } from '../support/clients/boot-app.js';
import { withScene } from '../support/rooms/room-scene.js';
import { grant, operator, outcomeOf } from './operator.js';

withScene('stars', (scene) => {
  const ask = (person: Person | null, method: string, path: string, body?: unknown) =>
    scene().booted.ask(person, method, path, body);
  const stars = async (person: Person) => (await ask(person, 'GET', '/api/me/stars')).body;
  const lastBalance = (talker: Talker) => talker.all('stars:changed').at(-1)?.balance;

  it('an account begins with none', async () => {
    const nameless = await scene().booted.person('yıldız nameless', { username: null });
    expect(await stars(nameless)).toEqual({ balance: 0, entries: [] });
    expect(outcomeOf(await ask(null, 'GET', '/api/me/stars'))).toBe('401 unauthorized');
  });

  it('every movement stands in the ledger, the newest first, fifty of them', async () => {
    const ada = await scene().person('yildiz.ada');
    for (let delta = 1; delta <= 60; delta += 1) await grant(scene().booted, ada, delta);
    await grant(scene().booted, ada, -30);
    const { balance, entries } = await stars(ada);
    expect([balance, entries.length]).toEqual([60 * 30.5 - 30, 50]);
    expect(entries[0]).toEqual({
      delta: -30,
      reason: 'gift',
      related_room: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    const times = entries.map(({ created_at }: { created_at: string }) => created_at);
    expect(times).toEqual([...times].sort().reverse());
    expect((await ask(ada, 'GET', '/api/me')).body.account.stars).toBe(balance);
  });

  it('a link and a paid chat are movements of the room they are for', async () => {
    const founder = 'yildiz.kurucu';
    const [payer, peer] = [await scene().person(founder), await scene().person('yildiz.pahali')];
    const room = await scene().room(founder);
    await grant(scene().booted, payer, 600);
    await ask(peer, 'PUT', '/api/me/profile', { dm_policy: 'paid', dm_star_cost: 40 });
    await room.ask(founder, 'PUT', '/vanity', { handle: 'yildizli' });
    const { body } = await ask(payer, 'POST', `/api/dm/${peer.name}`);
    const { balance, entries } = await stars(payer);
    expect(balance).toBe(60);
    expect(entries).toMatchObject([
      { delta: -40, reason: 'dm_open', related_room: body.room.slug },
      { delta: -500, reason: 'room_vanity_link', related_room: room.slug },
      { delta: 600, reason: 'gift', related_room: null },
    ]);
    expect(await stars(peer)).toMatchObject({ balance: 40, entries: [{ delta: 40, reason: 'dm_open' }] });
  });

  it('every device of the account hears the balance it has by now, and no other account’s', async () => {
    const [ada, bob] = [await scene().person('yildiz.eda'), await scene().person('yildiz.bob')];
    const booted = scene().booted;
    const talkers = [await talk(booted, ada), await talk(booted, ada)];
    const stranger = await talk(booted, bob);
    try {
      await Promise.all(Array.from({ length: 30 }, () => grant(booted, ada, 3)));
      for (const talker of talkers) await talker.hears('stars:changed', ({ balance }) => balance === 90);
      await grant(booted, ada, -40);
      for (const talker of talkers) {
        await talker.hears('stars:changed', ({ balance }) => balance === 50);
        // An answer comes after everything that was told before it.
        await talker.ask('room:close', { room: 'x' });
        expect(lastBalance(talker)).toBe(50);
      }
      await stranger.ask('room:close', { room: 'x' });
      expect(stranger.all('stars:changed')).toEqual([]);
    } finally {
      for (const talker of [...talkers, stranger]) talker.close();
    }
  });

  it('both sides of a paid chat hear it', async () => {
    const booted = scene().booted;
    const [payer, peer] = [await scene().person('yildiz.oder'), await scene().person('yildiz.alir')];
    await grant(booted, payer, 10);
    await ask(peer, 'PUT', '/api/me/profile', { dm_policy: 'paid', dm_star_cost: 4 });
    const [first, second] = [await talk(booted, payer), await talk(booted, peer)];
    try {
      expect((await ask(payer, 'POST', `/api/dm/${peer.name}`)).status).toBe(200);
      await first.hears('stars:changed', ({ balance }) => balance === 6);
      await second.hears('stars:changed', ({ balance }) => balance === 4);
    } finally {
      first.close();
      second.close();
    }
  });

  it('an operator takes no more than there is', async () => {
    const ada = await scene().person('yildiz.az');
    await grant(scene().booted, ada, 5);
    expect(outcomeOf(await grant(scene().booted, ada, -6))).toBe('409 no_credit');
    expect(outcomeOf(await grant(scene().booted, ada, -5))).toBe('200');
    expect(outcomeOf(await grant(scene().booted, ada, -1))).toBe('409 no_credit');
    expect(await stars(ada)).toMatchObject({ balance: 0, entries: [{ delta: -5 }, { delta: 5 }] });
  });

  it('a grant under a key is made once, and the key names no other', async () => {
    const [ada, bob] = [await scene().person('yildiz.bir'), await scene().person('yildiz.iki')];
    const booted = scene().booted;
    const again = await Promise.all(Array.from({ length: 20 }, () => grant(booted, ada, 8, 'aylik-1')));
    expect(new Set(again.map(outcomeOf))).toEqual(new Set(['200']));
    expect(outcomeOf(await grant(booted, ada, 9, 'aylik-1'))).toBe('409 idempotency_conflict');
    expect((await grant(booted, bob, 9, 'aylik-1')).body.balance).toBe(9);
    expect(outcomeOf(await grant(booted, ada, 8, 'not a key'))).toBe('400 invalid_request');
    expect(await stars(ada)).toMatchObject({ balance: 8, entries: [{ delta: 8 }] });
  });

  it.each([
    [{}],
    [{ delta: 5 }],
    [{ reason: 'gift' }],
    [{ delta: 0, reason: 'gift' }],
    [{ delta: -0, reason: 'gift' }],
    [{ delta: 1.5, reason: 'gift' }],
    [{ delta: '5', reason: 'gift' }],
    [{ delta: null, reason: 'gift' }],
    [{ delta: 1e9 + 1, reason: 'gift' }],
    [{ delta: -1e9 - 1, reason: 'gift' }],
    [{ delta: 5, reason: '' }],
    [{ delta: 5, reason: ' \u200b ' }],
    [{ delta: 5, reason: 'a'.repeat(65) }],
    [{ delta: 5, reason: 5 }],
    [{ delta: 5, reason: { $gt: '' } }],
  ])('a grant of %j is refused', async (body) => {
    const ada = await scene().person('yildiz.hata');
    const booted = scene().booted;
    const answer = await booted.ask(operator(booted), 'POST', `/api/console/accounts/${ada.accountId}/stars`, body);
    expect(outcomeOf(answer)).toBe('422 validation_failed');
    expect(await stars(ada)).toEqual({ balance: 0, entries: [] });
  });
});
