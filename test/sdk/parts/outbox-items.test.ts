/** The items of an outbox: files on their way, repeats and their delays, refusals that are kept, and what is stored. */
import { MeydanError } from '#sdk/errors.js';
import { Outbox, type OutboxOptions } from '#sdk/outbox.js';
import type { Pending, PendingFile } from '#sdk/pending-queue.js';
import type { Draft, SendResult } from '#sdk/wire.js';
import { later, quickTimers, settled } from './quick-timers.js';

const failure = (code: string, more: object = {}) => new MeydanError(code as never, `no: ${code}`, more);
const file: PendingFile = { kind: 'photo', name: 'a.png', bytes: 3, width: 1, height: 2 };
const withKey = { body: '', attachment: { key: 'k' } } as unknown as Draft;
const codeOf = (error: MeydanError) => error.code;

async function outbox(options: Partial<OutboxOptions> = {}) {
  const sent: string[] = [];
  const saved: [string, string[]][] = [];
  const told: [string, unknown][] = [];
  const at = { isOnline: true, answer: async (_: Pending): Promise<SendResult> => ({ duplicate: false }) };
  const own = new Outbox({
    max: 5,
    keepsRefused: true,
    store: {
      load: () => [],
      save: (account, items) => void saved.push([account, items.map(({ clientId }) => clientId)]),
    },
    isOnline: () => at.isOnline,
    send: (pending) => {
      sent.push(pending.clientId);
      return at.answer(pending);
    },
    ...options,
  });
  for (const name of ['sent', 'delayed', 'refused'] as const) own.on(name, (what: unknown) => told.push([name, what]));
  await own.restore('ada');
  saved.length = 0;
  const say = (clientId: string, room = 'kahve') => own.enqueue(room, { body: clientId } as Draft, clientId);
  return { own, sent, saved, told, at, say };
}

describe('an outbox', () => {
  it('stores what waits, and says when it was sent', async () => {
    const { own, sent, saved, told, say } = await outbox();
    const before = Date.now();
    const said = say('bir');
    expect(own.items).toEqual([{ clientId: 'bir', room: 'kahve', draft: { body: 'bir' }, at: expect.any(Number) }]);
    expect((own.items[0] as Pending).at - before).toBeLessThan(1_000);
    const [pending] = own.items;
    expect(await said).toEqual({ duplicate: false });
    expect([sent, saved]).toEqual([
      ['bir'],
      [
        ['ada', ['bir']],
        ['ada', []],
      ],
    ]);
    expect(told).toEqual([['sent', { pending, sent: { duplicate: false } }]]);
  });

  it('sends without a storage that cannot be read, and leaves that as it is', async () => {
    const saved: string[] = [];
    const load = async () => Promise.reject(new Error('forbidden'));
    const { own, sent, say } = await outbox({ store: { load, save: (account) => void saved.push(account) } });
    expect(await say('bir')).toEqual({ duplicate: false });
    expect([sent, own.items, saved]).toEqual([['bir'], [], []]);
  });

  it('stores nothing for a row that it does not wait for', async () => {
    const { own, saved, told } = await outbox();
    let changes = 0;
    own.on('change', () => void (changes += 1));
    own.settle('of another device', { duplicate: false });
    own.discard('unknown');
    await settled();
    expect([saved, changes, told]).toEqual([[], 0, []]);
  });

  it('sends one message at a time in each room, and does not wait for another room', async () => {
    const { sent, at, say } = await outbox();
    const answers = [later<SendResult>(), later<SendResult>()];
    at.answer = async ({ clientId }) => (clientId === 'bir' ? answers[0] : answers[1])?.answer ?? {};
    const all = [say('bir'), say('iki'), say('öteki', 'kitap')];
    await settled();
    expect(sent).toEqual(['bir', 'öteki']);
    answers[0]?.give({});
    await settled();
    expect(sent).toEqual(['bir', 'öteki', 'iki']);
    answers[1]?.give({});
    expect(await Promise.all(all)).toEqual([{}, {}, {}]);
  });

  it('keeps the place of a file that is on its way, and sends it once it is complete', async () => {
    const { own, sent, saved } = await outbox();
    const { clientId, ...pending } = own.prepare('kahve', { body: 'foto' } as Draft, file);
    expect(pending).toEqual({ room: 'kahve', draft: { body: 'foto' }, at: expect.any(Number), file });
    const said = own.enqueue('kahve', withKey, 'sonra');
    await settled();
    expect([sent, saved.at(-1)]).toEqual([[], ['ada', [clientId, 'sonra']]]);
    own.complete(clientId, withKey);
    expect(own.items[0]).toEqual({ clientId, room: 'kahve', draft: withKey, at: pending.at });
    await said;
    expect(sent).toEqual([clientId, 'sonra']);
  });

  it('lets the files behind one go on, once that has failed or was discarded', async () => {
    for (const end of ['fail', 'discard'] as const) {
      const { own, sent } = await outbox();
      const { clientId } = own.prepare('kahve', {} as Draft, file);
      const said = own.enqueue('kahve', withKey, 'sonra');
      await settled();
      if (end === 'discard') own.discard(clientId);
      else {
        own.fail(clientId, { code: 'network', message: 'no' });
        expect(own.items[0]).toMatchObject({ error: { code: 'network' }, file });
      }
      await settled();
      expect(sent).toEqual(['sonra']);
      await said;
      expect(sent).toEqual(['sonra']);
      own.retry(clientId);
      expect(own.items).toEqual(end === 'discard' ? [] : [expect.objectContaining({ clientId, file })]);
      expect(own.items[0]?.error).toBeUndefined();
    }
  });

  it('takes no file more than it may hold, and says how many that is', async () => {
    const { own, at, say } = await outbox({ max: 1 });
    at.isOnline = false;
    void say('bir').catch(() => undefined);
    const full = { code: 'queue_full', message: '1 messages wait to be sent already.' };
    expect(() => own.prepare('kahve', {} as Draft, file)).toThrow(expect.objectContaining(full));
    own.close();
    const closed = { code: 'closed', message: 'The client is closed.' };
    expect(() => own.prepare('kahve', {} as Draft, file)).toThrow(expect.objectContaining(closed));
    expect(own.items).toHaveLength(1);
  });

  it('repeats what passes, each time later, and begins anew with the next message', async () => {
    using timers = quickTimers();
    const { own, sent, told, at, say } = await outbox();
    const refusals = ['overloaded', 'network', 'rate_limited', 'slow_mode', 'unavailable', 'token_expired'];
    at.answer = async () => {
      const code = refusals.shift();
      if (code) throw failure(code);
      return {};
    };
    await say('bir');
    expect([sent, told.map(([name]) => name)]).toEqual([Array(7).fill('bir'), [...Array(6).fill('delayed'), 'sent']]);
    expect(told[0]?.[1]).toMatchObject({ pending: { clientId: 'bir' }, error: { code: 'overloaded' } });
    const grows = (ms: number, attempt: number) => {
      const most = 250 * 2 ** attempt;
      return ms >= most / 2 && ms <= most;
    };
    expect(timers.delays.map(grows)).toEqual(Array(6).fill(true));
    refusals.push('overloaded');
    await say('iki');
    expect(timers.delays.slice(6).map(grows)).toEqual([true]);
    expect(own.items).toEqual([]);
  });

  it('waits until a muted time is over, or as long as the service asks for, and never longer than ten seconds by itself', async () => {
    using timers = quickTimers();
    const { at, say } = await outbox();
    const refusals = [
      failure('slow_mode', { until: Date.now() + 60_000 }),
      failure('rate_limited', { retryAfterMs: 30_000, until: Date.now() + 90_000 }),
      failure('slow_mode', { until: Date.now() - 60_000 }),
      ...Array.from({ length: 9 }, () => failure('overloaded')),
    ];
    at.answer = async () => {
      const refused = refusals.shift();
      if (refused) throw refused;
      return {};
    };
    await say('bir');
    const [muted = 0, limited = 0, past = 0] = timers.delays;
    expect([
      muted > 59_000 && muted < 61_000,
      limited >= 30_000 && limited < 31_000,
      past >= 500 && past <= 1_000,
    ]).toEqual([true, true, true]);
    for (const ms of timers.delays.slice(6)) expect(ms).toBeLessThanOrEqual(10_000);
    for (const ms of timers.delays.slice(6)) expect(ms).toBeGreaterThanOrEqual(5_000);
  });

  it('stops at once where the client is closed during a delay, and keeps the message', async () => {
    const { own, sent, at, say } = await outbox();
    at.answer = async () => Promise.reject(failure('rate_limited', { retryAfterMs: 1_000_000 }));
    const said = say('bir').catch((error: MeydanError) => [error.code, error.message]);
    await settled();
    own.close();
    expect(await said).toEqual(['closed', 'The client is closed.']);
    await settled();
    expect([sent, own.items.length]).toEqual([['bir'], 1]);
  });

  it('says why a promise has ended where it was discarded or the account has logged out', async () => {
    const { own, at, say } = await outbox();
    at.isOnline = false;
    const said = ['bir', 'iki'].map((body) => say(body).catch(({ code, message }: MeydanError) => [code, message]));
    own.discard('bir');
    own.forget();
    expect(await Promise.all(said)).toEqual([
      ['closed', 'The message was discarded.'],
      ['closed', 'The account is logged out.'],
    ]);
    await own.restore('bob');
    await own.restore('bob');
    expect(own.items).toEqual([]);
  });

  it('keeps a refused message with its reason, sends the next one, and the refused one when it is wanted', async () => {
    const { own, sent, told, at, say } = await outbox();
    at.answer = async ({ clientId }) => (clientId === 'bir' ? Promise.reject(failure('muted')) : {});
    const [first, second] = [say('bir').catch(codeOf), say('iki')];
    expect([await first, await second, sent]).toEqual(['muted', {}, ['bir', 'iki']]);
    expect(own.items).toEqual([
      expect.objectContaining({ clientId: 'bir', error: { code: 'muted', message: 'no: muted' } }),
    ]);
    expect(told.map(([name]) => name)).toEqual(['refused', 'sent']);
    own.flush();
    await settled();
    expect(sent).toHaveLength(2);
    at.answer = async () => ({});
    own.retry('bir');
    await settled();
    expect([sent.at(-1), own.items]).toEqual(['bir', []]);
  });

  it('says nothing of a refusal of what was discarded meanwhile', async () => {
    const { own, told, at, say } = await outbox();
    const answer = later<SendResult>();
    at.answer = async () => answer.answer;
    const said = say('bir').catch(codeOf);
    await settled();
    own.discard('bir');
    answer.fail(failure('muted'));
    await settled();
    expect([await said, told.map(([name]) => name), own.items]).toEqual(['closed', ['refused'], []]);
  });

  it('sends what was cut off at the next connection, without a delay of its own', async () => {
    using timers = quickTimers();
    const { sent, at, own, say } = await outbox();
    at.answer = async () => {
      at.isOnline = false;
      throw failure('network');
    };
    const said = say('bir');
    await settled();
    at.answer = async () => ({});
    at.isOnline = true;
    own.flush();
    await said;
    expect([sent, timers.delays]).toEqual([['bir', 'bir'], []]);
  });

  it('sends although nothing can be stored, and hides no error of the program', async () => {
    const store = {
      load: () => [],
      save: () => {
        throw new Error('full');
      },
    };
    const { own, sent, say } = await outbox({ store });
    expect(await say('bir')).toEqual({ duplicate: false });
    const { clientId } = own.prepare('kahve', {} as Draft, file);
    own.fail(clientId, { code: 'network', message: '' });
    own.complete(clientId, withKey);
    await settled();
    expect([sent, own.items]).toEqual([['bir', clientId], []]);
  });
});
