/** Events of Socket.IO as text, bounded before they are understood, and on their way to the dispatcher. */
import { type Refusal, RefusalError } from '#src/errors.js';
import { FRAME, isTooLong, parseJson } from '#src/protocol/schema/read-json.js';
import type { Connection } from '../connection/connection.js';
import type { Dispatcher } from './dispatcher.js';

export interface Receiver {
  connection: Connection;
  dispatcher: Dispatcher;
}

/** Longer ack ids are no whole numbers any more. */
export const ACK_ID_DIGITS_MAX = 15;
const EVENT = new RegExp(`^(\\d{0,${ACK_ID_DIGITS_MAX}})\\[`);
/** Packets that are no events: the credentials of a handshake, the names of binary attachments. */
export const OTHER_PACKET_CHARS_MAX = 16_384;

type Event = { id: number | null } & ({ data: unknown[] } | { refusal: Refusal } | { isTooLong: true });

/** `12["name",{…}]`; null for other packets, which the libraries then judge. */
export function parseEvent(text: string): Event | null {
  const digits = EVENT.exec(text)?.[1];
  if (digits === undefined) return null;
  const id = digits === '' ? null : Number(digits);
  try {
    const data = parseJson(text.slice(digits.length), FRAME);
    if (!Array.isArray(data)) return null;
    return isTooLong(text, data, FRAME) ? { id, isTooLong: true } : { id, data };
  } catch (error) {
    if (error instanceof RefusalError) return { id, refusal: error.refusal };
    // Not JSON: the ordinary parser says so too, and ends the connection.
    return null;
  }
}

export function handleEvent(receiver: Receiver, event: Event): void {
  const { connection, dispatcher } = receiver;
  if ('data' in event) dispatch(receiver, event.data, event.id);
  else if ('refusal' in event) dispatcher.refuse(connection, null, event.refusal, event.id);
  else connection.engine.close();
}

export function dispatch({ connection, dispatcher }: Receiver, [name, payload]: unknown[], ackId: number | null): void {
  if (connection.isClosed || connection.isShut) return;
  dispatcher.accept(connection, name, payload, ackId);
}
