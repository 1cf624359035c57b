import type { ObjectSchema } from 'joi';
import type { AskOptions } from '#actors/runtime/client.js';
import { RefusalError } from '#src/errors.js';
import { validate } from '#src/protocol/schema/validate.js';
import type { Connection } from '../connection/connection.js';
import type { Json } from '../transport/frames.js';

/** The result of an operation that was not refused. */
export interface Done {
  /** The fields of the ack beside `ok`, as JSON without braces. */
  fields: Json;
  /** A page of rows: it may take its time on a thin line (see `PageReads`). */
  isLong?: true;
  /**
   * Runs right after the ack was queued, with nothing in between. It runs also when the socket is closed and the ack is
   * lost.
   */
  afterwards?: () => void;
}

/** `asking` goes along with every question to an actor: it names the operation. */
export type Operation = (connection: Connection, payload: unknown, asking?: AskOptions) => Promise<Done>;
export type Operations = Record<string, Operation>;

/** An object's JSON without its braces. */
export const fieldsOf = (value: object): string => JSON.stringify(value).slice(1, -1);

export const done = (value: object = {}): Done => ({ fields: fieldsOf(value) });

export function check<T>(schema: ObjectSchema<T>, payload: unknown): T {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new RefusalError('invalid_request', { message: 'The payload must be an object.' });
  }
  return validate(schema, payload, 'validation_failed');
}
