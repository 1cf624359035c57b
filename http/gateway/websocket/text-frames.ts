/**
 * Text frames taken from the bytes of TCP as they arrive. The receiver of ws hands each frame through a state machine that
 * copies its header in three pieces; here whole text frames are read where they lie, and everything else (control frames,
 * binary, fragments, frames that a chunk cuts, nonsense) goes to the receiver, which judges it. Part of the fast path (ADR 0066).
 * The bytes: RFC 6455, section 5.2.
 */
import { isUtf8 } from 'node:buffer';
import { ACK_ID_DIGITS_MAX } from '../inbound/parse-event.js';
import type { ReceiverInside, WebSocketInside } from '../transport/engine.js';
import { type ReadingTurns, TURN_BYTES } from './reading-turns.js';

const FINAL_TEXT = 0x81;
const CLOSE = 0x08;
const MASKED = 0x80;
const MASK_BYTES = 4;
/** The length is in the two bytes that follow; 127 announces eight, for frames that are left to ws. */
const TWO_BYTES = 126;
/** States of the receiver. */
const AT_FRAME = 0;
const IN_PAYLOAD = 4;

/** Who hears the frames. */
export interface FrameReader {
  /** A masked text frame; its mask lies in the four bytes before `start`. False leaves it, unchanged, to ws. */
  receiveMasked(chunk: Buffer, start: number, end: number): boolean;
}

const READER = Symbol('reader');
const TURNS = Symbol('turns');
type Turns = Pick<ReadingTurns, 'wait'>;
type Owned = ReceiverInside & { [READER]: FrameReader; [TURNS]: Turns };

/** From now on text frames reach the reader alone, in their order with all others, and in turns with other sockets. */
export function readTextFrames(ws: WebSocketInside, reader: FrameReader, turns: Turns): void {
  const receiver = ws._receiver as Owned;
  receiver[READER] = reader;
  receiver[TURNS] = turns;
  receiver._write = write;
}

/** TCP is not read while the receiver is not done with more than it may hold: the rest stays with the sender. */
function write(this: Owned, chunk: Buffer, encoding: string, done: (error?: Error) => void): void {
  const missing = missingBytes(this);
  if (missing > 0 && missing < chunk.length) {
    // The frames behind one that the last chunk cut are read in turns as well.
    return receive.call(this, chunk.subarray(0, missing), encoding, (error) =>
      error ? done(error) : write.call(this, chunk.subarray(missing), encoding, done),
    );
  }
  const taken = missing === 0 && isBetweenMessages(this) ? takeFrames(chunk, this[READER]) : 0;
  if (taken === chunk.length) return done();
  if (taken >= TURN_BYTES) {
    return this[TURNS].wait(() => write.call(this, chunk.subarray(taken), encoding, done));
  }
  receive.call(this, taken === 0 ? chunk : chunk.subarray(taken), encoding, done);
}

/** As the receiver of ws reads. */
function receive(this: Owned, chunk: Buffer, encoding: string, done: (error?: Error) => void): void {
  const { _write } = Object.getPrototypeOf(this) as ReceiverInside;
  _write.call(this, chunk, encoding, done);
}

/** Bytes until the end of a frame that a chunk has cut: one at least while its header is not complete, none between frames. */
function missingBytes({ _state, _bufferedBytes, _payloadLength }: ReceiverInside): number {
  if (_state === AT_FRAME && _bufferedBytes === 0) return 0;
  return _state === IN_PAYLOAD ? _payloadLength - _bufferedBytes : 1;
}

/** Nothing of a fragmented message is in the receiver, and the peer has not closed. */
const isBetweenMessages = ({ _fragmented, _opcode }: ReceiverInside): boolean => _fragmented === 0 && _opcode !== CLOSE;

/** Returns the number of bytes of the text frames at the beginning of the chunk, at most those that begin in its first turn. */
function takeFrames(chunk: Buffer, reader: FrameReader): number {
  let at = 0;
  while (at < TURN_BYTES && chunk[at] === FINAL_TEXT) {
    const length = (chunk[at + 1] ?? 0) - MASKED;
    if (length < 0 || length > TWO_BYTES) break;
    const isLong = length === TWO_BYTES;
    const start = at + 2 + (isLong ? 2 : 0) + MASK_BYTES;
    if (start > chunk.length) break;
    const end = start + (isLong ? chunk.readUInt16BE(at + 2) : length);
    if (end > chunk.length || !reader.receiveMasked(chunk, start, end)) break;
    at = end;
  }
  return at;
}

/** The text of a masked frame as bytes, unmasked in place; null, with nothing changed, when it is no UTF-8. */
export function unmasked(chunk: Buffer, start: number, end: number): Buffer | null {
  unmask(chunk, start, end);
  const text = chunk.subarray(start, end);
  if (isUtf8(text)) return text;
  unmask(chunk, start, end);
  return null;
}

/** Applied twice, it changes nothing. */
function unmask(chunk: Buffer, start: number, end: number): void {
  for (let at = start; at < end; at += 1) chunk[at] = byteAt(chunk, start, at);
}

const byteAt = (chunk: Buffer, start: number, at: number): number =>
  (chunk[at] as number) ^ (chunk[start - MASK_BYTES + ((at - start) & 3)] as number);

const FOUR = 0x34;
const TWO = 0x32;
const OPENING_BRACKET = 0x5b;
const ZERO = 0x30;

/** The ack id of a masked event `42<id>[…`; undefined for other packets, and for events without one. */
export function ackIdIn(chunk: Buffer, start: number, end: number): number | undefined {
  if (byteAt(chunk, start, start) !== FOUR || byteAt(chunk, start, start + 1) !== TWO) return undefined;
  const idStart = start + 2;
  let id = 0;
  for (let at = idStart; at < end && at - idStart <= ACK_ID_DIGITS_MAX; at += 1) {
    const byte = byteAt(chunk, start, at);
    if (byte === OPENING_BRACKET) return at === idStart ? undefined : id;
    const digit = byte - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    id = id * 10 + digit;
  }
  return undefined;
}
