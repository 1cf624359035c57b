import type { Context } from 'koa';
import type { Reply } from '#http/routing/route.js';
import type { V1Access, V1Endpoint } from '#src/protocol/v1/v1-endpoint.js';

/** The holder of the access token: the session has been read and is open. */
export interface V1Holder {
  accountId: string;
  sessionId: string;
  /** Of the actor. */
  address: string;
}

export interface V1Asked<A extends V1Access, Body, Query> {
  ctx: Context;
  params: Record<string, string>;
  body: Body;
  query: Query;
  holder: A extends 'bearer' ? V1Holder : undefined;
}

/** A handler that writes its answer itself (a page, a redirect) returns null. */
export type V1Handler<A extends V1Access, Body, Query> = (asked: V1Asked<A, Body, Query>) => Promise<Reply | null>;

export interface V1Route {
  endpoint: V1Endpoint;
  handle: V1Handler<V1Access, unknown, unknown>;
}

export function v1Route<A extends V1Access, Body, Query>(
  endpoint: V1Endpoint<A, Body, Query>,
  handle: V1Handler<A, Body, Query>,
): V1Route {
  // Mounting hands each handler exactly the input of its own endpoint, which the list of all routes cannot express.
  return { endpoint: endpoint as unknown as V1Endpoint, handle: handle as unknown as V1Route['handle'] };
}
