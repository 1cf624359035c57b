import type { ObjectSchema, Schema } from 'joi';
import type { ErrorCode } from '#src/errors.js';
import type { Unfit } from './validate.js';

/**
 * `public`: no token. `bearer`: a valid access token. `username`: that, and a chosen username. `panel`: the token of a
 * session that linking a panel has made and that still exists, and a chosen username. `console`: the key of the
 * operators, who have no account here.
 */
export type Access = 'public' | 'bearer' | 'username' | 'panel' | 'console';
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface AnswerShape {
  description: string;
  /** Absent where the answer has no body. */
  shape?: Schema;
  /** When it is not JSON. */
  contentType?: string;
}

/**
 * One method of one path: what may be sent, what comes back. The routes are mounted from these and the OpenAPI
 * document is folded from these, so neither can know anything the other does not.
 */
export interface Endpoint<A extends Access = Access, Body = unknown, Query = unknown> {
  /** The operation's name in documents and metrics. */
  id: string;
  method: Method;
  /** With parameters as `{slug}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  access: A;
  query?: ObjectSchema<Query>;
  body?: ObjectSchema<Body>;
  /** The body may bring an article, a sponsored item or a list of events (`LARGE_BODY`). */
  isLarge?: true;
  /** How a body that does not fit is refused. */
  unfit?: Unfit;
  /** The fields are looked at last: after the room, membership, role, permission and target. */
  fieldsLast?: true;
  answers: Record<number, AnswerShape>;
  /** Codes of its own, beside those that follow from access, body and query. */
  refusals?: ErrorCode[];
}

/** Says what an endpoint is; the types of its body and query travel with it to the route. */
export const endpoint = <A extends Access, Body = undefined, Query = undefined>(
  description: Endpoint<A, Body, Query>,
): Endpoint<A, Body, Query> => description;

/** It may be sent again under the same Idempotency-Key, and is answered as the first time. */
export const takesIdempotencyKey = ({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean =>
  method === 'post' && access !== 'public';
