/** An Idempotency-Key belongs to the operator who sent it, and to the whole request. */
import { outcomeOf } from '../people/operator.js';
import { advertisers, create, move } from '../sponsored/support/advertisers.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { lastResort, type NamedKey, named } from './operator-people.js';

const headers = { 'idempotency-key': 'k-1' };

onEachEngine('an Idempotency-Key', (engine) => {
  describe('of an operator', () => repeats(engine));
});

function repeats(engine: EngineSettings): void {
  let booted: Booted;
  let one: NamedKey['ask'];
  let other: NamedKey['ask'];
  beforeAll(async () => {
    const { MONGODB_URI } = engine();
    booted = await bootApp(MONGODB_URI ? { mongodbUri: MONGODB_URI } : {});
    [one, other] = [lastResort(booted), (await named(booted, 'admin')).ask];
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  it('grants stars once for each operator who uses it', async () => {
    const { accountId } = await booted.person('tekrar.ada');
    const path = `/accounts/${accountId}/stars`;
    const grant = (by: NamedKey['ask']) => by('POST', path, { delta: 5, reason: 'gift' }, headers);
    const answers = [await grant(one), await grant(one), await grant(other), await grant(other)];
    expect(answers.map(({ body }) => body.balance)).toEqual([5, 5, 10, 10]);
  });

  it('grants credits once for each operator who uses it', async () => {
    const { organization } = await advertisers(booted);
    const path = `/organizations/${organization}/grants`;
    const grant = (by: NamedKey['ask']) => by('POST', path, { counter: 'ai', quantity: 7 }, headers);
    const before = (await grant(one)).body.balances.ai;
    const answers = [await grant(one), await grant(other), await grant(other)];
    expect(answers.map(({ body }) => body.balances.ai - before)).toEqual([0, 7, 7]);
  });

  it('makes one token of a bot, and none of another name', async () => {
    const { body } = await one('POST', '/bots', { username: 'tekrar_bot', reason: 'test' });
    const token = (name: string) => one('POST', `/bots/${body.bot.id}/tokens`, { name, reason: 'test' }, headers);
    const [first, second] = [await token('ilk'), await token('ilk')];
    expect([first.status, second.body]).toEqual([201, first.body]);
    expect(outcomeOf(await token('öteki'))).toBe('409 idempotency_conflict');
  });

  it('decides an item once, and is refused with another reason or by another operator', async () => {
    const us = await advertisers(booted);
    const { body } = await create(booted, us.owner);
    await move(booted, us.owner, body.item.id, 'submit');
    const reject = (by: NamedKey['ask'], reason: string) =>
      by('POST', `/sponsored/${body.item.id}/decision`, { decision: 'reject', reason }, headers);
    const answers = [await reject(one, 'Kaba'), await reject(one, 'Kaba')];
    expect(answers.map(({ body: { item } }) => [item.status, item.reject_reason])).toEqual([
      ['rejected', 'Kaba'],
      ['rejected', 'Kaba'],
    ]);
    expect(outcomeOf(await reject(one, 'Yanlış'))).toBe('409 idempotency_conflict');
    expect(outcomeOf(await reject(other, 'Kaba'))).toBe('409 invalid_state');
  });
}
