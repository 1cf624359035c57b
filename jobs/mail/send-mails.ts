/**
 * Sends the mails of the outbox. The row of a mail is written in the same commit as its cause, so that the mail is sent
 * at least once after any crash. Its Message-ID stays the same, so that a recipient can detect a duplicate. Only the
 * node that owns the address sends its mails.
 */
import type { V1Addresses } from '#actors/v1/commands.js';
import type { LinkTokens } from '#src/adapters/credentials/v1-tokens.js';
import { composeMail, type MailContext } from '#src/adapters/mail/compose.js';
import type { Mailer } from '#src/adapters/mail/mail.js';
import { type MailRow, mailLapsesAt } from '#src/domain/v1/v1-mail.js';
import type { Reader } from '#src/store/store.js';
import { duePages } from '../sweep-each.js';
import { mailRetryDelayMs } from './mail-retry-delay.js';

export interface MailSender {
  start(): void;
  /** Polls at once, because a row was written to the outbox. */
  wake(): void;
  stop(): Promise<void>;
}

export interface MailClock {
  now(): number;
  random(): number;
  after(ms: number, run: () => void): () => void;
}

export interface MailSenderDeps {
  addresses: Pick<V1Addresses, 'tryAsk'>;
  reader: Pick<Reader, 'range'>;
  mailer: Mailer;
  links: LinkTokens;
  context: MailContext;
  clock: MailClock;
  log: { warn(fields: object, text: string): void };
  /** Reports the outcome of a delivery attempt to the metrics. */
  mailed(result: 'sent' | 'retry' | 'refused' | 'given_up'): void;
  /** Whether this node owns the address. */
  isMine(address: string): boolean;
}

const POLL_INTERVAL_MS = 1_000;
const PAGE = 500;
const DELIVERY_CONCURRENCY = 4;
const OUTCOMES_MAX = 10_000;
const STOP_TIMEOUT_MS = 5_000;

export function createMailSender(deps: MailSenderDeps): MailSender {
  return new Sender(deps);
}

class Sender implements MailSender {
  readonly #deps: MailSenderDeps;
  /** Queued or running on this node. */
  readonly #enqueued = new Set<string>();
  readonly #queue: MailRow[] = [];
  readonly #running = new Set<Promise<void>>();
  /** Outcomes that are not yet written to the row, so that a slow store does not cause a second delivery. */
  readonly #outcomes = new Map<string, number | null>();
  /** Mails that ended during the running poll: the rows that the poll has read for them are outdated. */
  readonly #overSince = new Set<string>();
  #polling: Promise<void> | null = null;
  #isCalled = false;
  #isStopping = false;
  #cancel: () => void = () => undefined;

  constructor(deps: MailSenderDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.wake();
  }

  wake(): void {
    if (this.#isStopping) return;
    if (this.#polling) {
      this.#isCalled = true;
      return;
    }
    this.#cancel();
    this.#isCalled = false;
    this.#polling = this.#poll().finally(() => {
      this.#polling = null;
      if (this.#isCalled) this.wake();
      else if (!this.#isStopping) this.#cancel = this.#deps.clock.after(POLL_INTERVAL_MS, () => this.wake());
    });
  }

  /** Waits for running deliveries, up to a timeout. The next start or another node sends the rest. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancel();
    this.#queue.length = 0;
    const ended = Promise.all([this.#polling, ...this.#running]);
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.clock.after(STOP_TIMEOUT_MS, resolve);
      void ended.then(() => {
        cancel();
        resolve();
      });
    });
    this.#deps.mailer.close();
  }

  async #poll(): Promise<void> {
    const { reader, clock, isMine, log } = this.#deps;
    this.#overSince.clear();
    try {
      const due = { index: 'due', time: 'dueAt', lte: clock.now(), limit: PAGE };
      for await (const rows of duePages<MailRow>(reader, 'mailOutbox', due)) {
        for (const row of rows) if (isMine(row.address)) this.#enqueue(row);
        if (this.#isStopping) return;
      }
    } catch (err) {
      log.warn({ err }, 'mail outbox poll failed');
    }
  }

  #enqueue(row: MailRow): void {
    if (this.#enqueued.has(row._id) || this.#overSince.has(row._id)) return;
    this.#enqueued.add(row._id);
    this.#queue.push(row);
    this.#next();
  }

  #next(): void {
    while (!this.#isStopping && this.#running.size < DELIVERY_CONCURRENCY) {
      const row = this.#queue.shift();
      if (!row) return;
      const running = this.#deliver(row)
        .catch((err: unknown) => this.#deps.log.warn({ err, ...namesOf(row) }, 'mail delivery failed, will be retried'))
        .finally(() => {
          this.#enqueued.delete(row._id);
          this.#overSince.add(row._id);
          this.#running.delete(running);
          this.#next();
        });
      this.#running.add(running);
    }
  }

  async #deliver(row: MailRow): Promise<void> {
    const known = this.#outcomes.get(row._id);
    const tryAt = known === undefined ? await this.#send(row) : known;
    if (this.#outcomes.size >= OUTCOMES_MAX) this.#outcomes.clear();
    this.#outcomes.set(row._id, tryAt);
    const settled = await this.#deps.addresses.tryAsk(row.address, { type: 'settle_mail', mail: row._id, tryAt });
    if (settled.ok) this.#outcomes.delete(row._id);
  }

  /** Returns the time of the next attempt; null if there is none. */
  async #send(row: MailRow): Promise<number | null> {
    const { mailer, clock, log, mailed } = this.#deps;
    if (clock.now() >= mailLapsesAt(row)) {
      log.warn({ ...namesOf(row), tries: row.tries }, 'mail expired undelivered');
      mailed('given_up');
      return null;
    }
    const result = await mailer.send(this.#compose(row));
    mailed(result.kind);
    if (result.kind !== 'sent')
      log.warn({ ...namesOf(row), tries: row.tries + 1, why: result.why }, `mail ${result.kind}`);
    return result.kind === 'retry' ? clock.now() + mailRetryDelayMs(row.tries + 1, clock.random()) : null;
  }

  #compose(row: MailRow) {
    const { links, context } = this.#deps;
    const { _id, at, kind, to, language, link } = row;
    const token = link === null ? {} : { token: links.issue(kind === 'reset' ? 'reset' : 'verify', link) };
    return composeMail(_id, at, { kind, to, language, ...token }, context);
  }
}

/** The mail and its request, for log lines. */
const namesOf = ({ _id: mail, requestId }: MailRow) => ({ mail, requestId });
