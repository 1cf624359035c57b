/**
 * Sends what waits in the outbox. A mail is a row written with its cause, so it leaves at least once, whatever happens to
 * the process between; its Message-ID stays the same, so a repetition can be told. One node sends: the one that the
 * address belongs to.
 */
import type { V1Addresses } from '#actors/v1/commands.js';
import { composeMail, type MailSurroundings } from '#src/adapters/mail/compose.js';
import type { Mailer } from '#src/adapters/mail/mailer.js';
import type { LinkTokens } from '#src/adapters/v1-tokens.js';
import { type MailRow, mailLapsesAt } from '#src/domain/v1-mail.js';
import type { Reader } from '#src/store/store.js';
import { mailBackOffMs } from './mail-back-off.js';

export interface MailSender {
  start(): void;
  /** Something was written: it is looked for now rather than with the next look. */
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
  around: MailSurroundings;
  clock: MailClock;
  log: { warn(fields: object, text: string): void };
  /** What became of a mail, for those who count. */
  mailed(result: 'sent' | 'retry' | 'refused' | 'given_up'): void;
  /** Is the address this node's? */
  isMine(address: string): boolean;
}

const LOOK_EVERY_MS = 1_000;
const PAGE = 500;
const AT_ONCE = 4;
const OUTCOMES_MAX = 10_000;
const STOP_MS = 5_000;

export function createMailSender(deps: MailSenderDeps): MailSender {
  return new Sender(deps);
}

class Sender implements MailSender {
  readonly #deps: MailSenderDeps;
  /** Waiting for their turn here, or having it. */
  readonly #taken = new Set<string>();
  readonly #queue: MailRow[] = [];
  readonly #running = new Set<Promise<void>>();
  /** What became of mails whose row does not know it yet: they are not sent once more because the store is slow. */
  readonly #outcomes = new Map<string, number | null>();
  /** Over since the running look began: what it has read of them is old. */
  readonly #overSince = new Set<string>();
  #look: Promise<void> | null = null;
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
    if (this.#look) {
      this.#isCalled = true;
      return;
    }
    this.#cancel();
    this.#isCalled = false;
    this.#look = this.#lookUp().finally(() => {
      this.#look = null;
      if (this.#isCalled) this.wake();
      else if (!this.#isStopping) this.#cancel = this.#deps.clock.after(LOOK_EVERY_MS, () => this.wake());
    });
  }

  /** What is being sent is finished, within reason; the rest is sent at the next start, or by another node. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#cancel();
    this.#queue.length = 0;
    const ended = Promise.all([this.#look, ...this.#running]);
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.clock.after(STOP_MS, resolve);
      void ended.then(() => {
        cancel();
        resolve();
      });
    });
    this.#deps.mailer.close();
  }

  async #lookUp(): Promise<void> {
    const { reader, clock, isMine, log } = this.#deps;
    this.#overSince.clear();
    try {
      for (let after: number | null = null; !this.#isStopping; ) {
        const from: { gt?: number } = after === null ? {} : { gt: after };
        const range = { index: 'due', ...from, lte: clock.now(), limit: PAGE };
        const rows: MailRow[] = await reader.range<MailRow>('mailOutbox', range);
        for (const row of rows) if (isMine(row.address)) this.#take(row);
        const last = rows.at(-1);
        if (!last || rows.length < PAGE) return;
        after = last.dueAt;
      }
    } catch (err) {
      log.warn({ err }, 'mails cannot be looked for');
    }
  }

  #take(row: MailRow): void {
    if (this.#taken.has(row._id) || this.#overSince.has(row._id)) return;
    this.#taken.add(row._id);
    this.#queue.push(row);
    this.#next();
  }

  #next(): void {
    while (!this.#isStopping && this.#running.size < AT_ONCE) {
      const row = this.#queue.shift();
      if (!row) return;
      const running = this.#carryOff(row)
        .catch((err: unknown) => this.#deps.log.warn({ err, mail: row._id }, 'a mail must wait'))
        .finally(() => {
          this.#taken.delete(row._id);
          this.#overSince.add(row._id);
          this.#running.delete(running);
          this.#next();
        });
      this.#running.add(running);
    }
  }

  async #carryOff(row: MailRow): Promise<void> {
    const known = this.#outcomes.get(row._id);
    const tryAt = known === undefined ? await this.#send(row) : known;
    if (this.#outcomes.size >= OUTCOMES_MAX) this.#outcomes.clear();
    this.#outcomes.set(row._id, tryAt);
    const settled = await this.#deps.addresses.tryAsk(row.address, { type: 'settle_mail', mail: row._id, tryAt });
    if (settled.ok) this.#outcomes.delete(row._id);
  }

  /** When it is to be tried again; null when it is over. */
  async #send(row: MailRow): Promise<number | null> {
    const { mailer, clock, log, mailed } = this.#deps;
    if (clock.now() >= mailLapsesAt(row)) {
      log.warn({ mail: row._id, tries: row.tries }, 'a mail was given up');
      mailed('given_up');
      return null;
    }
    const result = await mailer.send(this.#compose(row));
    mailed(result.kind);
    if (result.kind !== 'sent')
      log.warn({ mail: row._id, tries: row.tries + 1, why: result.why }, `mail ${result.kind}`);
    return result.kind === 'retry' ? clock.now() + mailBackOffMs(row.tries + 1, clock.random()) : null;
  }

  #compose(row: MailRow) {
    const { links, around } = this.#deps;
    const { _id, at, kind, to, language, link } = row;
    const token = link === null ? {} : { token: links.issue(kind === 'reset' ? 'reset' : 'verify', link) };
    return composeMail(_id, at, { kind, to, language, ...token }, around);
  }
}
