import type { Context } from 'koa';
import type { SessionScope } from '#src/adapters/credentials/tokens.js';
import type { AccountId, Caller, SessionId } from '#src/domain/accounts/account.js';
import type { Refusal } from '#src/errors.js';
import type { Access, Endpoint } from '#src/protocol/schema/endpoint.js';

/** The identity that an access token proves. */
export interface TokenHolder {
  accountId: AccountId;
  sessionId: SessionId;
  /** `bot`: a token of a bot, which opens what `isOpenToBots` names. */
  scope: SessionScope | 'bot';
  /** Of a panel's session: the link it hangs on. */
  panelLink?: string;
}

/** A request as a handler sees it: proven, parsed, valid. */
export interface Asked<A extends Access, Body, Query> {
  /** For data that the other fields do not have: the address of the client, headers. */
  ctx: Context;
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** The errors of the body, where fields are checked last; `body` is then the unchecked one. */
  unfit: { unfit?: Refusal };
  holder: A extends 'public' | 'console' ? undefined : TokenHolder;
  caller: A extends 'username' | 'panel' ? Caller : undefined;
}

export interface Reply {
  status: number;
  body?: object;
  headers?: Record<string, string>;
}

export type Handler<A extends Access, Body, Query> = (asked: Asked<A, Body, Query>) => Promise<Reply> | Reply;

/** An endpoint with its handler. */
export interface Route {
  endpoint: Endpoint;
  handle: Handler<Access, unknown, unknown>;
}

export function route<A extends Access, Body, Query>(
  endpoint: Endpoint<A, Body, Query>,
  handle: Handler<A, Body, Query>,
): Route {
  // Mounting hands each handler exactly the input of its own endpoint, which the list of all routes cannot express.
  return { endpoint: endpoint as unknown as Endpoint, handle: handle as unknown as Route['handle'] };
}

export const ok = (body: object): Reply => ({ status: 200, body });
export const created = (body: object): Reply => ({ status: 201, body });
export const noContent = (): Reply => ({ status: 204 });
