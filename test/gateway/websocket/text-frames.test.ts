/** Frames that are taken from the bytes of TCP reach the service as those that ws takes apart itself. */
import type { WebSocketInside } from '#http/gateway/transport/engine.js';
import type { ReadingTurns } from '#http/gateway/websocket/reading-turns.js';
import { ackIdIn, readTextFrames, unmasked } from '#http/gateway/websocket/text-frames.js';
import { SeededRandom } from '../../sim/time/seeded-random.js';
import { type FrameOptions, frame, serverReceiver } from './client-frames.js';
import { frameReader, turnsByHand } from './turns-by-hand.js';

const MAX_PAYLOAD = 80_000;

/** A receiver of a server, and all that was heard from it. */
function receiver({ isFast, turns = turnsByHand().turns }: { isFast: boolean; turns?: ReadingTurns }) {
  const heard: unknown[] = [];
  const one = serverReceiver(MAX_PAYLOAD);
  one.on('message', (data: Buffer, isBinary: boolean) =>
    heard.push([isBinary ? 'binary' : 'text', data.toString('hex')]),
  );
  one.on('ping', (data: Buffer) => heard.push(['ping', data.toString()]));
  one.on('pong', (data: Buffer) => heard.push(['pong', data.toString()]));
  one.on('conclude', (code: number, reason: Buffer) => heard.push(['close', code, reason.toString()]));
  one.on('error', ({ code }: NodeJS.ErrnoException) => heard.push(['error', code]));
  let taken = 0;
  const reader = frameReader((text) => {
    taken += 1;
    heard.push(['text', text.toString('hex')]);
  });
  if (isFast) readTextFrames({ _receiver: one } as unknown as WebSocketInside, reader, turns);
  return { write: (chunk: Buffer) => one.write(Buffer.from(chunk)), heard, taken: () => taken };
}

function piecesOf(bytes: Buffer, chance: SeededRandom): Buffer[] {
  const pieces: Buffer[] = [];
  const lengths = chance.pick([
    [1, 7, 40],
    [300, 5_000],
    [5_000, 70_000],
  ]);
  for (let at = 0; at < bytes.length; ) {
    const length = chance.pick(lengths);
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

const texts = [
  '',
  '4',
  '42["a",{}]',
  `42["a",{"body":"${'ğ'.repeat(60)}"}]`,
  'x'.repeat(125),
  'x'.repeat(126),
  'y'.repeat(2_000),
];
const FINE: FrameOptions[] = [
  ...texts.map((text) => ({ text })),
  { text: 'y'.repeat(70_000) },
  { opcode: 2, text: 'bytes' },
  { opcode: 9, text: 'are you there' },
  { opcode: 10, text: 'yes' },
  // Not the shortest form of its length.
  { text: 'short', lengthBytes: 2 },
  { text: 'short', lengthBytes: 8 },
];
const LAST: FrameOptions[] = [
  { opcode: 8, text: '' },
  { bytes: Buffer.from([0x34, 0xff, 0xfe]) },
  { text: 'unmasked', isMasked: false },
  { text: 'reserved', reserved: 0x40 },
  { opcode: 0, text: 'of nothing' },
  { opcode: 3, text: 'unknown' },
  { text: 'z'.repeat(MAX_PAYLOAD + 1) },
];

function conversation(chance: SeededRandom): Buffer {
  const frames: Buffer[] = [];
  for (let count = chance.whole(0, 12); count > 0; count -= 1) {
    if (chance.whole(0, 5) === 0) {
      // A message in pieces, with a control frame between them.
      frames.push(
        frame({ text: 'in ', isFinal: false }),
        frame({ opcode: 9, text: '?' }),
        frame({ opcode: 0, text: 'pieces' }),
      );
    } else frames.push(frame(chance.pick(FINE)));
  }
  if (chance.whole(0, 1) === 0) frames.push(frame(chance.pick(LAST)), frame({ text: 'too late' }));
  return Buffer.concat(frames);
}

describe('text frames taken from the bytes', () => {
  it('are what ws takes from them, however the bytes arrive', async () => {
    const chance = new SeededRandom(27, 'frames');
    let taken = 0;
    for (let nth = 0; nth < 600; nth += 1) {
      const bytes = conversation(chance);
      const { turns, round, rounds } = turnsByHand();
      const [fast, plain] = [receiver({ isFast: true, turns }), receiver({ isFast: false })];
      for (const piece of piecesOf(bytes, chance)) {
        fast.write(piece);
        plain.write(piece);
      }
      // Errors are heard a moment later, and the next piece is taken after them.
      for (let isOver = false; !isOver; isOver = rounds() === 0) {
        round();
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(fast.heard).toEqual(plain.heard);
      taken += fast.taken();
    }
    expect(taken).toBeGreaterThan(300);
  });

  it('do not pass through the receiver when they are whole', () => {
    const { write, taken } = receiver({ isFast: true });
    write(Buffer.concat(texts.slice(0, 6).map((text) => frame({ text }))));
    expect(taken()).toBe(6);
  });

  it.each([
    // Its refusal names the operation, so that it has to be read.
    ['42["a"]', undefined],
    ['420["a"]', 0],
    ['42123456789012345["a"]', 123_456_789_012_345],
    ['421234567890123456["a"]', undefined],
    ['421-["a"]', undefined],
    ['42', undefined],
    ['4', undefined],
    ['', undefined],
    ['43["a"]', undefined],
    ['22["a"]', undefined],
    ['42:["a"]', undefined],
    ['42/["a"]', undefined],
  ])('have their ack id read without being unmasked: %s', (text, id) => {
    const bytes = frame({ text });
    const before = Buffer.from(bytes);
    expect(ackIdIn(bytes, 6, bytes.length)).toBe(id);
    expect(bytes).toEqual(before);
  });

  it('that are no UTF-8 stay as they came', () => {
    const bytes = frame({ bytes: Buffer.from([0x34, 0xc3]) });
    const before = Buffer.from(bytes);
    expect(unmasked(bytes, 6, bytes.length)).toBeNull();
    expect(bytes).toEqual(before);
  });
});
