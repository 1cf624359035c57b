/**
 * The commands of an address of `/v1` and their answers. The actor's id is the keyed hash of the e-mail address.
 * There is one for every address somebody names, whether it has an account or not: both do the same work.
 */
import type { ActorClient } from '#actors/runtime/client.js';
import type { Language } from '#src/domain/accounts/account.js';
import type { SuspensionTerms } from '#src/domain/accounts/suspension.js';
import type { V1Account, V1Session } from '#src/domain/v1/v1-account.js';

/** Random ids of rows a command may write. They come with it, so that a repeated decision writes the same. */
export interface LinkIds {
  link: string;
  mail: string;
}

/** A login as its actor records it. */
export interface NewSession {
  sessionId: string;
  refreshHash: string;
  expiresAt: number;
}

interface Mailed extends LinkIds {
  email: string;
  language: Language;
  /** Keyed hash of the sender's network. */
  from: string;
}

export type V1Command =
  /** From anybody. The answer tells nothing: the outcome is in the mail. */
  | ({
      type: 'register';
      accountId: string;
      passwordHash: string;
      /** The hash of an earlier, unverified registration that has this very password; null when there is none. */
      sameAs: string | null;
    } & Mailed)
  | ({ type: 'resend_verification' } & Mailed)
  | ({ type: 'forget_password' } & Mailed)
  /** From the holder of the link. */
  | { type: 'verify'; link: string }
  | { type: 'reset_password'; link: string; passwordHash: string; mail: string; language: Language }
  /** From a caller who gave the password that was valid at `passwordRev`. */
  | ({ type: 'log_in'; passwordRev: number } & NewSession)
  /** The same, when its hash is weaker than today's. */
  | { type: 'rehash'; passwordRev: number; passwordHash: string }
  /** The provider has verified this address: finds the account or makes it. Then `link` is a code for one login. */
  | { type: 'enter_with_provider'; email: string; accountId: string; link: string; boundTo: string; expiresAt: number }
  /** From the holder of the code, in the browser that began the login. */
  | ({ type: 'exchange_code'; link: string; boundTo: string | null } & NewSession)
  /** From the holder of the refresh token of that generation. `replayMs`: how long its use counts as recent. */
  | ({ type: 'rotate'; generation: number; usedHash: string; replayMs: number } & NewSession)
  /** From its holder. Closing a closed session changes nothing. */
  | { type: 'close'; sessionId: string }
  | { type: 'list_sessions'; accountId: string }
  | { type: 'close_listed'; accountId: string; sessionId: string }
  /** The owner: by the password that was valid at `passwordRev`, or by having just come through the provider. */
  | {
      type: 'delete_account';
      accountId: string;
      sessionId: string;
      passwordRev: number | null;
      mail: string;
      language: Language;
    }
  /** Operators. `accountId`: a later account of the same address is another one. */
  | ({ type: 'suspend'; accountId: string } & SuspensionTerms)
  | { type: 'lift_suspension'; accountId: string }
  /** The sender of mails: it is gone (sent, or given up), or comes again at that moment. */
  | { type: 'settle_mail'; mail: string; tryAt: number | null }
  /** The sweep: deletes expired documents. */
  | { type: 'sweep' };

export interface V1Replies {
  register: null;
  resend_verification: null;
  forget_password: null;
  verify: null;
  reset_password: null;
  log_in: LoggedIn;
  rehash: null;
  enter_with_provider: null;
  exchange_code: LoggedIn;
  /** Null: the token had been used long before. Its session is closed now. */
  rotate: V1Session | null;
  close: null;
  list_sessions: V1Session[];
  close_listed: null;
  delete_account: null;
  suspend: V1Account;
  lift_suspension: V1Account;
  settle_mail: null;
  /** How many rows were removed. */
  sweep: number;
}

export interface LoggedIn {
  account: { id: string; email: string };
  session: V1Session;
}

export type V1Addresses = ActorClient<V1Command, V1Replies>;
