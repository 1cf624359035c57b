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
    await one('POST', `/accounts/${body.bot.id}/sessions/end`, { reason: 'test' });
    // It may have been revoked because others know it.
    expect(outcomeOf(await token('ilk'))).toBe('409 idempotency_conflict');
    const bot = { accessToken: first.body.secret, accountId: body.bot.id, username: 'tekrar_bot' };
    expect(outcomeOf(await booted.ask(bot as never, 'GET', '/api/me'))).toBe('401 unauthorized');
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

  it('decides no later submission of an item by a late repeat', async () => {
    const us = await advertisers(booted);
    const { id } = (await create(booted, us.owner)).body.item;
    const reject = (key: string) =>
      one('POST', `/sponsored/${id}/decision`, { decision: 'reject', reason: key }, { 'idempotency-key': key });
    const rejected: string[] = [];
    const submit = async () => {
      await booted.ask(us.owner, 'PATCH', `/api/panel/sponsored/${id}`, { title: 'Kış indirimi' });
      expect(outcomeOf(await move(booted, us.owner, id, 'submit'))).toBe('200');
    };
    for (const key of ['k-1', 'k-2']) {
      await submit();
      rejected.push(outcomeOf(await reject(key)));
    }
    await submit();
    expect([...rejected, outcomeOf(await reject('k-1'))]).toEqual(['200', '200', '409 idempotency_conflict']);
    const { items } = (await one('GET', '/sponsored?status=review')).body;
    expect(items).toContainEqual(expect.objectContaining({ id }));
  });

  it('opens no later package by a late repeat', async () => {
    const { organization, owner } = await advertisers(booted);
    const { products } = (await booted.ask(owner, 'GET', '/api/panel/me')).body;
    const { id: product_id } = products.find(({ slug }: { slug: string }) => slug === 'baslangic');
    const request = () => booted.ask(owner, 'POST', '/api/panel/organization/package', { product_id });
    const decide = (key: string, decision: string) =>
      one('POST', `/organizations/${organization}/package-request`, { decision }, { 'idempotency-key': key });
    await request();
    const approved = await decide('k-1', 'approve');
    await request();
    expect(outcomeOf(await decide('k-2', 'reject'))).toBe('200');
    await request();
    expect([outcomeOf(approved), outcomeOf(await decide('k-1', 'approve'))]).toEqual([
      '200',
      '409 idempotency_conflict',
    ]);
    const { organization: after } = (await booted.ask(owner, 'GET', '/api/panel/me')).body;
    expect(after.pending_request).toMatchObject({ slug: 'baslangic' });
  });
}
