import type { ObjectSchema, Schema } from 'joi';
import type { ErrorCode } from '#src/errors.js';
import type { Unfit } from './validate.js';

/**
 * `public`: no token. `bearer`: a valid access token. `username`: a valid access token and a chosen username. `panel`:
 * the token of an existing session of a linked panel, and a chosen username. `console`: the operators' key, without an
 * account.
 */
export type Access = 'public' | 'bearer' | 'username' | 'panel' | 'console';
/** A person's place in a room. */
export type Place = 'member' | 'admin';
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface AnswerShape {
  description: string;
  /** Absent if the answer has no body. */
  shape?: Schema;
  /** If it is not JSON; the query may choose among several. */
  contentType?: string | string[];
}

/**
 * One method of one path: its request and its answers. The routes and the OpenAPI document are both made from these, so
 * that they cannot differ.
 */
export interface Endpoint<A extends Access = Access, Body = unknown, Query = unknown> {
  /** The operation's name in documents and metrics. */
  id: string;
  method: Method;
  /** With parameters as `{slug}`. */
  path: string;
  tag: string;
  summary: string;
  /** What the summary does not say. */
  description: string;
  access: A;
  query?: ObjectSchema<Query>;
  body?: ObjectSchema<Body>;
  /** Its handler refuses a body without content, although each field is optional. */
  needsContent?: true;
  /** The body may contain an article, a sponsored item or a list of events (`LARGE_BODY`). */
  isLarge?: true;
  /** The answer has a secret: it is not kept for a repeat. */
  isSecret?: true;
  /** The refusal of an invalid body. */
  unfit?: Unfit;
  /** The fields are checked last: after the room, membership, role, permission and target. */
  fieldsLast?: true;
  /** Only a person with this place in the room is told an error of the request; others get the refusal of the room. */
  place?: Place;
  answers: Record<number, AnswerShape>;
  /** Its own codes, besides those that follow from access, body and query. */
  refusals?: ErrorCode[];
}

/** Declares an endpoint. The types of its body and query pass on to the route. */
export const endpoint = <A extends Access, Body = undefined, Query = undefined>(
  description: Endpoint<A, Body, Query>,
): Endpoint<A, Body, Query> => description;

/** Whether it accepts an Idempotency-Key, under which a repeat gets the first answer. */
export const takesIdempotencyKey = ({ method, access }: Pick<Endpoint, 'method' | 'access'>): boolean =>
  method === 'post' && access !== 'public';
