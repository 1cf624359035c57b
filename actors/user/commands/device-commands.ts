/** Commands about the devices of an account. */
import type { AccountId, SessionId } from '#src/domain/accounts/account.js';
import type { DeviceFields, PushWorld, WebKeys } from '#src/domain/accounts/device.js';
import type { Doc } from '#src/store/store.js';

/**
 * Where a push goes. The id is a hash of the token, so that a token is in one place only: registered again elsewhere,
 * it moves by the same single write.
 */
export interface Device extends Doc {
  account: AccountId;
  session: SessionId;
  token: string;
  /** Null for other platforms than iOS. */
  env: PushWorld | null;
  /** The time since which the session has the token, in ms since epoch: earlier messages are not pushed to it. */
  since: number;
  /** Only of a browser; `token` is then the endpoint at its push service. */
  web?: WebKeys;
}

/** `id`: the hash of the token. */
export interface PushToken {
  id: string;
  token: string;
  web?: WebKeys;
}

export type DeviceCommand =
  /** From the owner. A field that is left out stays as it is; `push` and `pushEnv` too. */
  | {
      type: 'set_device';
      sessionId: SessionId;
      fields: Pick<DeviceFields, 'platform'> & Partial<DeviceFields>;
      push?: PushToken;
      pushEnv?: PushWorld;
    }
  /** From the owner: no push to this session any more. The description of its device stays. */
  | { type: 'forget_token'; sessionId: SessionId }
  /** A push service has said that the token is dead. One that was registered anew since then stays. */
  | { type: 'drop_token'; device: string; since: number };

export interface DeviceReplies {
  set_device: null;
  forget_token: null;
  drop_token: null;
}
