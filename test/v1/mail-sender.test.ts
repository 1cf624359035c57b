import { mailRetryDelayMs } from '#jobs/mail/mail-retry-delay.js';
import { createMailSender, type MailSender } from '#jobs/mail/send-mails.js';
import { createLinkTokens } from '#src/adapters/credentials/v1-tokens.js';
import type { Mail, MailResult } from '#src/adapters/mail/mail.js';
import { type MailKind, type MailRow, mailLapsesAt } from '#src/domain/v1/v1-mail.js';
import { poll } from '../support/time/poll.js';

const HOUR_MS = 3_600_000;
const LINK = '11111111-1111-4111-8111-111111111111';

/** A sender with an outbox in memory whose store, mail server and clock do as a test says. */
function scene(rows: MailRow[]) {
  const world = {
    now: 10 * HOUR_MS,
    rows: new Map(rows.map((row) => [row._id, row])),
    sent: [] as Mail[],
    results: [] as string[],
    asked: [] as { mail: string; tryAt: number | null }[],
    mine: (_: string) => true,
    isSilent: false,
    answer: (): MailResult | Promise<MailResult> => ({ kind: 'sent' }),
  };
  const sender = createMailSender({
    reader: {
      range: async (_, { lte }) => [...world.rows.values()].filter(({ dueAt }) => dueAt <= Number(lte)) as never,
    },
    addresses: {
      tryAsk: async (_, command) => {
        if (command.type !== 'settle_mail') throw new Error(command.type);
        world.asked.push({ mail: command.mail, tryAt: command.tryAt });
        if (world.isSilent) return { ok: false, code: 'unavailable' } as never;
        const row = world.rows.get(command.mail);
        if (row && command.tryAt !== null)
          world.rows.set(row._id, { ...row, dueAt: command.tryAt, tries: row.tries + 1 });
        else world.rows.delete(command.mail);
        return { ok: true, value: null } as never;
      },
    },
    mailer: {
      send: async (mail) => {
        world.sent.push(mail);
        return world.answer();
      },
      close: () => undefined,
    },
    links: createLinkTokens(['secret']),
    context: { publicUrl: 'https://chat.example.org', brand: 'meydan' },
    clock: {
      now: () => world.now,
      random: () => 0.5,
      after: (ms, run) => {
        const timer = setTimeout(run, Math.min(ms, 5));
        return () => clearTimeout(timer);
      },
    },
    log: { warn: () => undefined },
    mailed: (result) => world.results.push(result),
    isMine: (address) => world.mine(address),
  });
  return { world, sender };
}

const row = (id: string, more: Partial<MailRow> = {}): MailRow => ({
  _id: id,
  address: `address of ${id}`,
  kind: 'verify',
  to: `${id}@example.org`,
  language: 'en',
  link: LINK,
  at: 10 * HOUR_MS,
  dueAt: 10 * HOUR_MS,
  tries: 0,
  ...more,
});

let running: MailSender | null = null;
function start(rows: MailRow[]) {
  const { world, sender } = scene(rows);
  running = sender;
  sender.start();
  return { world, sender };
}
afterEach(async () => {
  await running?.stop();
  running = null;
});

describe('the sender of mails', () => {
  it('sends each mail once, however slow the store is to note it', async () => {
    const { world } = start([row('ada'), row('bora')]);
    world.isSilent = true;
    await poll(() => world.asked.length > 20, { until: 'the store was told again and again' });
    expect(world.sent.map(({ to }) => to).sort()).toEqual(['ada@example.org', 'bora@example.org']);
    world.isSilent = false;
    await poll(() => world.rows.size === 0, { until: 'the outbox is empty' });
    expect(world.sent).toHaveLength(2);
  });

  it('tries again later and later, always under the same id', async () => {
    const { world } = start([row('ada')]);
    world.answer = () => ({ kind: 'retry', why: 'ESOCKET' });
    const waits: number[] = [];
    for (let tries = 1; tries <= 12; tries += 1) {
      await poll(() => world.asked.length === tries, { until: `try ${tries}` });
      const { tryAt } = world.asked.at(-1) ?? { tryAt: null };
      waits.push(Number(tryAt) - world.now);
      await poll(() => world.rows.get('ada')?.tries === tries, { until: 'it is noted' });
      world.now = Number(tryAt);
    }
    expect(waits.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
    expect(waits.at(-1)).toBe(600_000);
    expect(new Set(world.sent.map(({ id }) => id)).size).toBe(1);
  });

  it('gives a mail up when it is of no use any more, and not before', async () => {
    const { world } = start([]);
    const young = row('young', { at: world.now - 24 * HOUR_MS + 1 });
    const old = row('old', { at: world.now - 24 * HOUR_MS });
    world.rows.set('young', young);
    world.rows.set('old', old);
    await poll(() => world.rows.size === 0, { until: 'the outbox is empty' });
    expect(world.sent.map(({ id }) => id)).toEqual(['young']);
    expect(world.results.sort()).toEqual(['given_up', 'sent']);
  });

  it('leaves alone what belongs to another node', async () => {
    const { world, sender } = start([]);
    world.mine = (address) => address === 'address of ada';
    world.rows.set('ada', row('ada'));
    world.rows.set('bora', row('bora'));
    sender.wake();
    await poll(() => !world.rows.has('ada'), { until: 'its own is sent' });
    expect([...world.rows.keys()]).toEqual(['bora']);
    world.mine = () => true;
    await poll(() => world.rows.size === 0, { until: 'the other came to it' });
  });

  it('does not let a mail server that is silent keep it from others', async () => {
    const { world } = start([row('stuck')]);
    let release: (result: MailResult) => void = () => undefined;
    const stuck = new Promise<MailResult>((resolve) => {
      release = resolve;
    });
    world.answer = () => (world.sent.at(-1)?.id === 'stuck' ? stuck : { kind: 'sent' });
    await poll(() => world.sent.length === 1, { until: 'it is stuck' });
    world.rows.set('ada', row('ada'));
    await poll(() => !world.rows.has('ada'), { until: 'the other is sent' });
    expect(world.sent.filter(({ id }) => id === 'stuck')).toHaveLength(1);
    release({ kind: 'sent' });
    await poll(() => world.rows.size === 0, { until: 'it is over' });
  });

  it.each<[MailKind, string | null, number]>([
    ['verify', LINK, 24],
    ['account_exists', LINK, 24],
    ['account_exists', null, 72],
    ['reset', LINK, 1],
    ['password_changed', null, 72],
  ])('keeps a mail as long as it says something: %s with link %s, %d hours', (kind, link, hours) => {
    expect(mailLapsesAt({ kind, link, at: 5 })).toBe(5 + hours * HOUR_MS);
  });

  it('waits somewhat apart from others', () => {
    expect([mailRetryDelayMs(1, 0), mailRetryDelayMs(1, 0.999), mailRetryDelayMs(99, 1)]).toEqual([
      750, 1_250, 750_000,
    ]);
  });
});
