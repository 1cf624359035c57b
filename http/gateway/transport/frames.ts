/**
 * Socket.IO packets as WebSocket text frames. A frame is built once and the same Buffer goes to every socket.
 * `4` is the message packet of Engine.IO, `2` and `3` are the event and the ack of Socket.IO.
 */
import type { Utf8Text } from './utf8-text.js';

const FINAL_TEXT = 0x81;
const SHORT_MAX = 125;
const MEDIUM_MAX = 0xffff;

/** JSON around a part that was encoded before. */
export interface Around {
  before: string;
  encoded: Utf8Text;
  after: string;
}

export type Json = string | Around;

export const eventFrame = (name: string, json: Json): Buffer => frameOf(`42["${name}",`, json);
export const ackFrame = (id: number, json: Json): Buffer => frameOf(`43${id}[`, json);

const frameOf = (head: string, json: Json): Buffer =>
  typeof json === 'string'
    ? textFrame(`${head}${json}]`)
    : textFrame(head + json.before, json.encoded, `${json.after}]`);

/** One unmasked, final text frame. */
export function textFrame(text: string, encoded: Utf8Text | null = null, after = ''): Buffer {
  const textBytes = Buffer.byteLength(text);
  const encodedBytes = encoded === null ? 0 : encoded.bytes.length;
  const length = textBytes + encodedBytes + (after === '' ? 0 : Buffer.byteLength(after));
  const header = length <= SHORT_MAX ? 2 : length <= MEDIUM_MAX ? 4 : 10;
  const frame = Buffer.allocUnsafe(header + length);
  frame[0] = FINAL_TEXT;
  if (header === 2) frame[1] = length;
  else if (header === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeUInt32BE(0, 2);
    frame.writeUInt32BE(length, 6);
  }
  frame.write(text, header);
  if (encoded !== null) frame.write(encoded.bytes, header + textBytes, 'latin1');
  if (after !== '') frame.write(after, header + textBytes + encodedBytes);
  return frame;
}

/** The Socket.IO packets in a run of frames, for transports that do not take frames. */
export function packetsOf(frames: Buffer): string[] {
  // The leading digit belongs to Engine.IO, which writes it again.
  return textsOf(frames).map((text) => text.slice(1));
}

/** The texts in a run of frames. */
export function textsOf(frames: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < frames.length; ) {
    const { start, end } = payloadAt(frames, at);
    texts.push(frames.toString('utf8', start, end));
    at = end;
  }
  return texts;
}

function payloadAt(frames: Buffer, at: number): { start: number; end: number } {
  const short = frames.readUInt8(at + 1);
  if (short <= SHORT_MAX) return { start: at + 2, end: at + 2 + short };
  if (short === 126) return { start: at + 4, end: at + 4 + frames.readUInt16BE(at + 2) };
  return { start: at + 10, end: at + 10 + frames.readUInt32BE(at + 6) };
}
