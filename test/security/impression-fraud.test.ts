/** S17: whoever would count impressions that never were, or spend what others have paid for, counts nothing. */
import { verifyCredits } from '#actors/sponsored/verify/verify-credits.js';
import { createSponsoredTokens } from '#src/adapters/credentials/sponsored-tokens.js';
import { OFFER_TTL_MS } from '#src/domain/sponsored/sponsored.js';
import { outcomeOf } from '../people/operator.js';
import { type Advertisers, advertisers, numbers, offered, report, shown } from '../sponsored/support/advertisers.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';

let booted: Booted;
let clock: TestClock;
let us: Advertisers;
let ada: Person;
let eve: Person;
let item: string;

beforeAll(async () => {
  clock = new TestClock();
  booted = await bootApp({ parts: { env: clock.env }, settings: { ACCESS_TOKEN_TTL_S: '86400' } });
  us = await advertisers(booted);
  ada = await booted.person('ada');
  eve = await booted.person('eve');
  item = await shown(booted, us.owner, { budget: 100_000 });
}, 60_000);
afterAll(() => booted[Symbol.asyncDispose]());

const actions = ['impression', 'tap', 'hide'] as const;
const count = () => numbers(booted, us.owner, item);

/** Nothing is counted by what is done here. */
async function unmoved(work: () => Promise<void>): Promise<void> {
  const before = await count();
  await work();
  expect(await count()).toEqual(before);
  expect((await verifyCredits(booted.app.store)).problems).toEqual([]);
}

describe('the token of an offer', () => {
  it('is nothing in the hands of another account, for any action', () =>
    unmoved(async () => {
      const { token } = await offered(booted, ada);
      for (const action of actions)
        expect(outcomeOf(await report(booted, eve, item, action, token))).toBe('404 not_found');
    }));

  it('is nothing under another item', () =>
    unmoved(async () => {
      const other = await shown(booted, us.owner);
      const mine = await offered(booted, ada);
      const wrong = mine.id === item ? other : item;
      for (const action of actions) {
        expect(outcomeOf(await report(booted, ada, wrong, action, mine.token))).toBe('404 not_found');
      }
      await booted.ask(us.owner, 'POST', `/api/panel/sponsored/${other}/pause`);
    }));

  it('is over after an hour, to the millisecond', async () => {
    const { token } = await offered(booted, ada);
    const { token: late } = await offered(booted, ada);
    clock.move(OFFER_TTL_MS - 5_000);
    expect((await report(booted, ada, item, 'impression', token)).status).toBe(204);
    clock.move(5_000);
    await unmoved(async () => {
      for (const action of actions)
        expect(outcomeOf(await report(booted, ada, item, action, late))).toBe('404 not_found');
    });
  });

  it('is nothing when one bit of it is another', () =>
    unmoved(async () => {
      const { token } = await offered(booted, ada);
      const bytes = Buffer.from(token, 'base64url');
      for (let at = 0; at < bytes.length; at += 1) {
        const bent = Buffer.from(bytes);
        bent.writeUInt8(bent.readUInt8(at) ^ (1 << (at % 8)), at);
        const outcome = outcomeOf(await report(booted, ada, item, 'impression', bent.toString('base64url')));
        expect(outcome).toBe('404 not_found');
      }
    }));

  it('is nothing when it is made elsewhere, or is none', () =>
    unmoved(async () => {
      const forged = createSponsoredTokens(['another secret of thirty-two bytes!!'], clock.env.now);
      const about = { account: ada.accountId, item, organization: us.organization };
      const access = ada.accessToken;
      for (const token of [forged.issue(about), access, 'x', `${access}${access}`.slice(0, 136), 'A'.repeat(136)]) {
        expect(outcomeOf(await report(booted, ada, item, 'impression', token))).toBe('404 not_found');
      }
      for (const token of [undefined, null, 7, '', {}, [], { $ne: '' }]) {
        expect(outcomeOf(await report(booted, ada, item, 'impression', token))).toBe('400 invalid_request');
      }
    }));

  it('stays good while its key is verified with, and no longer', () => {
    const about = { account: ada.accountId, item, organization: us.organization };
    const [before, now] = ['the secret before of thirty-two bytes', 'the secret now of thirty-two bytes!!'];
    const token = createSponsoredTokens([before], clock.env.now).issue(about);
    expect(createSponsoredTokens([now, before], clock.env.now).verify(token)).toMatchObject(about);
    expect(createSponsoredTokens([now], clock.env.now).verify(token)).toBeNull();
  });

  it('lets nobody in as anybody: it is no access token', async () => {
    const { token } = await offered(booted, ada);
    const thief = { ...eve, accessToken: token };
    expect(outcomeOf(await booted.ask(thief, 'GET', '/api/me'))).toBe('401 unauthorized');
  });

  it('says to its reader nothing but random bytes twice: two offers differ', async () => {
    const [one, two] = [await offered(booted, ada), await offered(booted, ada)];
    expect(one.token).not.toBe(two.token);
  });
});

describe('a report', () => {
  it('that comes a hundred times at once counts once for each action', async () => {
    const before = await count();
    const { token } = await offered(booted, ada);
    const all = Array.from({ length: 100 }, (_, n) => report(booted, ada, item, n % 2 ? 'impression' : 'tap', token));
    for (const { status } of await Promise.all(all)) expect(status).toBe(204);
    expect(await count()).toEqual({ ...before, impressions: before.impressions + 1, clicks: before.clicks + 1 });
  });

  it('under other keys for repetition counts no more than once', async () => {
    const before = await count();
    const { token } = await offered(booted, ada);
    for (const key of ['bir', 'iki', 'iki']) {
      const path = `/api/sponsored/${item}/impression`;
      expect((await booted.ask(ada, 'POST', path, { token }, { 'idempotency-key': key })).status).toBe(204);
    }
    expect(await count()).toEqual({ ...before, impressions: before.impressions + 1 });
  });

  it('of many offers at once never goes past the budget', async () => {
    await booted.ask(us.owner, 'POST', `/api/panel/sponsored/${item}/pause`);
    const small = await shown(booted, us.owner, { budget: 100 });
    const offers = await Promise.all(Array.from({ length: 150 }, (_, n) => offered(booted, n % 2 ? ada : eve)));
    const answers = await Promise.all(
      offers.map(({ token }, n) => report(booted, n % 2 ? ada : eve, small, 'impression', token)),
    );
    expect(answers.every(({ status }) => status === 204)).toBe(true);
    expect(await numbers(booted, us.owner, small)).toEqual({ impressions: 100, clicks: 0, status: 'ended' });
    expect((await verifyCredits(booted.app.store)).problems).toEqual([]);
  }, 60_000);

  it('leaves no account in what is counted', async () => {
    const { store } = booted.app;
    for (const place of ['usage', 'sponsoredTaps', 'sponsoredItems'] as const) {
      const text = JSON.stringify(await store.range(place, { index: '_id', limit: 10_000 }));
      for (const { accountId } of [ada, eve]) expect(text).not.toContain(accountId);
    }
  });
});
