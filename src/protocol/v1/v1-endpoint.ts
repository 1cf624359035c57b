/** Endpoints of `/v1`: like those of `/api`, with their own limits and without unknown fields in bodies. */
import type { ObjectSchema } from 'joi';
import type { ErrorCode } from '#src/errors.js';
import type { AnswerShape } from '../schema/endpoint.js';

export type V1Access = 'public' | 'bearer';

/** At most `limit` requests within any time of that length. */
export interface V1Limit {
  /** The name of the window; endpoints with the same name share it. */
  scope: string;
  limit: number;
  windowMs: number;
}

export interface V1Endpoint<A extends V1Access = V1Access, Body = unknown, Query = unknown> {
  id: string;
  method: 'get' | 'post' | 'delete';
  path: string;
  summary: string;
  description?: string;
  access: A;
  body?: ObjectSchema<Body>;
  /** Unknown fields are ignored, because providers add their own. */
  query?: ObjectSchema<Query>;
  /** For one network address, besides the general limit. */
  perIp?: V1Limit;
  answers: Record<number, AnswerShape>;
  /** Its own codes, besides those that follow from access and body. */
  refusals?: ErrorCode[];
}

export const v1Endpoint = <A extends V1Access, Body = undefined, Query = undefined>(
  description: V1Endpoint<A, Body, Query>,
): V1Endpoint<A, Body, Query> => description;
