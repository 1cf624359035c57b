/** Frames of a WebSocket client, also such as no client may send (RFC 6455, section 5.2), and who takes them apart. */
import type { Writable } from 'node:stream';
import * as ws from 'ws';
import type { ReceiverInside } from '#http/gateway/transport/engine.js';

const FINAL = 0x80;
const MASKED = 0x80;
const TEXT = 1;
const MASK = Buffer.from([0x9a, 0x00, 0x31, 0xff]);

export interface FrameOptions {
  text?: string;
  /** In place of a text. */
  bytes?: Buffer;
  opcode?: number;
  isFinal?: boolean;
  isMasked?: boolean;
  /** Reserved bits. */
  reserved?: number;
  /** Bytes of the length after the first one, also more than it needs. */
  lengthBytes?: 0 | 2 | 8;
}

export function frame(options: FrameOptions): Buffer {
  const { text = '', opcode = TEXT, isFinal = true, isMasked = true, reserved = 0 } = options;
  const payload = Buffer.from(options.bytes ?? text);
  const head = (isFinal ? FINAL : 0) | reserved | opcode;
  const length = lengthOf(payload.length, options.lengthBytes);
  if (isMasked) length[0] = (length[0] as number) | MASKED;
  const masked = payload.map((byte, at) => (isMasked ? byte ^ (MASK[at % MASK.length] as number) : byte));
  return Buffer.concat([Buffer.from([head]), length, isMasked ? MASK : Buffer.alloc(0), masked]);
}

function lengthOf(length: number, bytes = length < 126 ? 0 : length < 65_536 ? 2 : 8): Buffer {
  const field = Buffer.alloc(1 + bytes);
  if (bytes === 0) field[0] = length;
  else if (bytes === 2) {
    field[0] = 126;
    field.writeUInt16BE(length, 1);
  } else {
    field[0] = 127;
    field.writeBigUInt64BE(BigInt(length), 1);
  }
  return field;
}

/** Not among the types of the library. */
const { Receiver } = ws as unknown as { Receiver: new (options: object) => Writable & ReceiverInside };

/** The receiver of ws, as a server has it. */
export const serverReceiver = (maxPayload = 0): Writable & ReceiverInside =>
  new Receiver({ isServer: true, maxPayload, allowSynchronousEvents: true });
