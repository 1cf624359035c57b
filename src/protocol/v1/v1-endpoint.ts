/** Endpoints of `/v1`: as those of `/api`, with limits of their own and bodies that hold nothing unknown. */
import type { ObjectSchema } from 'joi';
import type { ErrorCode } from '#src/errors.js';
import type { AnswerShape } from '../schema/endpoint.js';

export type V1Access = 'public' | 'bearer';

/** So many requests within any stretch of that length. */
export interface V1Limit {
  /** Names the window; endpoints that share it share the name. */
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
  /** Fields that are not named in it are ignored: providers add theirs. */
  query?: ObjectSchema<Query>;
  /** For one address of the network, beside the general one. */
  perIp?: V1Limit;
  answers: Record<number, AnswerShape>;
  /** Codes of its own, beside those that follow from access and body. */
  refusals?: ErrorCode[];
}

export const v1Endpoint = <A extends V1Access, Body = undefined, Query = undefined>(
  description: V1Endpoint<A, Body, Query>,
): V1Endpoint<A, Body, Query> => description;
