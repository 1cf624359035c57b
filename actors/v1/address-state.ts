import type { Turn, Turned } from '#actors/runtime/kind.js';
import {
  type AddressId,
  LINKS_MAX,
  LINKS_PER_NETWORK_MAX,
  type MailBudget,
  type V1Account,
  type V1Session,
  type V1Token,
} from '#src/domain/v1/v1-account.js';
import type { MailKind, MailRow } from '#src/domain/v1/v1-mail.js';
import type { Write } from '#src/store/store.js';
import type { V1Command } from './commands.js';

export interface AddressState {
  id: AddressId;
  /** Null where nobody has registered. */
  account: V1Account | null;
  sessions: Map<string, V1Session>;
  tokens: Map<string, V1Token>;
  mails: Map<string, MailRow>;
}

export type CommandOf<T extends V1Command['type']> = Extract<V1Command, { type: T }>;

/** A transaction with its effect on memory: built by a handler, applied at its end. */
export class Change {
  readonly #state: AddressState;
  readonly #writes: Write[] = [];

  constructor(state: AddressState) {
    this.#state = state;
  }

  /** Every change of an account increases its version, so that a decision on old memory is refused as a whole. */
  account(account: V1Account, fields: Partial<V1Account>): this {
    const version = account.version + 1;
    this.#state.account = { ...account, ...fields, version };
    const guard = { equals: { version: account.version } };
    this.#writes.push({ op: 'set', in: 'v1Accounts', id: account._id, set: { ...fields, version }, guard });
    return this;
  }

  withoutSuspension({ suspension: _, ...account }: V1Account): this {
    const version = account.version + 1;
    this.#state.account = { ...account, version };
    const guard = { equals: { version: account.version } };
    const unset = ['suspension'];
    this.#writes.push({ op: 'set', in: 'v1Accounts', id: account._id, set: { version }, unset, guard });
    return this;
  }

  found(account: V1Account): this {
    this.#state.account = account;
    this.#writes.push({ op: 'put', in: 'v1Accounts', doc: { ...account }, guard: { absent: true } });
    return this;
  }

  removeAccount(account: V1Account): this {
    this.#state.account = null;
    const guard = { equals: { version: account.version } };
    this.#writes.push({ op: 'del', in: 'v1Accounts', id: account._id, guard });
    return this;
  }

  token(token: V1Token): this {
    this.#state.tokens.set(token._id, token);
    this.#writes.push({ op: 'put', in: 'v1Tokens', doc: { ...token }, guard: { absent: true } });
    return this;
  }

  dropTokens(isMeant: (token: V1Token) => boolean = () => true): this {
    for (const token of [...this.#state.tokens.values()].filter(isMeant)) {
      this.#state.tokens.delete(token._id);
      this.#writes.push({ op: 'del', in: 'v1Tokens', id: token._id });
    }
    return this;
  }

  session(session: V1Session): this {
    this.#state.sessions.set(session._id, session);
    this.#writes.push({ op: 'put', in: 'v1Sessions', doc: { ...session } });
    return this;
  }

  dropSessions(isMeant: (session: V1Session) => boolean = () => true): this {
    for (const session of [...this.#state.sessions.values()].filter(isMeant)) {
      this.#state.sessions.delete(session._id);
      this.#writes.push({ op: 'del', in: 'v1Sessions', id: session._id });
    }
    return this;
  }

  mail(mail: MailRow): this {
    this.#state.mails.set(mail._id, mail);
    this.#writes.push({ op: 'put', in: 'mailOutbox', doc: { ...mail } });
    return this;
  }

  /** A mail that is gone meanwhile stays gone: setting fields of nothing is refused. */
  tryMailAgain(mail: MailRow, dueAt: number): this {
    const set = { dueAt, tries: mail.tries + 1 };
    this.#state.mails.set(mail._id, { ...mail, ...set });
    this.#writes.push({ op: 'set', in: 'mailOutbox', id: mail._id, set });
    return this;
  }

  dropMails(isMeant: (mail: MailRow) => boolean = () => true): this {
    for (const mail of [...this.#state.mails.values()].filter(isMeant)) {
      this.#state.mails.delete(mail._id);
      this.#writes.push({ op: 'del', in: 'mailOutbox', id: mail._id });
    }
    return this;
  }

  get size(): number {
    return this.#writes.length;
  }

  commit(reply: unknown): Turned {
    return { kind: 'commit', unit: { transaction: this.#writes }, reply, outputs: [] };
  }
}

/** The origin of a mail: a kind of request, and a keyed hash of its network. */
export interface MailSource {
  by: MailBudget;
  from: string;
}

interface MailOf {
  mail: string;
  email: string;
  language: MailRow['language'];
}

export function mailRow(state: AddressState, kind: MailKind, of: MailOf, link: string | null, turn: Turn): MailRow {
  const { mail: _id, email: to, language } = of;
  const { now, requestId } = turn;
  const cause = requestId === undefined ? {} : { requestId };
  return { _id, address: state.id, kind, to, language, link, at: now, dueAt: now, tries: 0, ...cause };
}

/**
 * Whether one more mail may be sent: strangers must not fill a mailbox, nor use up the requests that the owner may
 * make.
 */
export function mayMail({ tokens }: AddressState, { by, from }: MailSource, now: number): boolean {
  const fresh = [...tokens.values()].filter(({ mailed, expiresAt }) => mailed?.by === by && expiresAt > now);
  const ofNetwork = fresh.filter(({ mailed }) => mailed?.from === from);
  return fresh.length < LINKS_MAX && ofNetwork.length < LINKS_PER_NETWORK_MAX;
}
