/** A burst of one socket is read in turns with the frames of others, wholly and in its order. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import type { WebSocketInside } from '#http/gateway/transport/engine.js';
import { ReadingTurns, TURN_BYTES } from '#http/gateway/websocket/reading-turns.js';
import { readTextFrames } from '#http/gateway/websocket/text-frames.js';
import { poll } from '../../support/time/poll.js';
import { frame, serverReceiver } from './client-frames.js';
import { frameReader, turnsByHand } from './turns-by-hand.js';

const scene = () => ({ ...turnsByHand(), heard: [] as string[] });

function socketIn({ turns, heard }: { turns: ReadingTurns; heard: string[] }) {
  const receiver = serverReceiver();
  const reader = frameReader((text) => heard.push(text.toString()));
  readTextFrames({ _receiver: receiver } as unknown as WebSocketInside, reader, turns);
  receiver.on('ping', (data: Buffer) => heard.push(`ping ${data.toString()}`));
  return receiver;
}

const FRAME_BYTES = 128;
/** Frames of 128 bytes, whose texts begin with their numbers. */
const burst = (name: string, turns: number) =>
  Array.from({ length: (turns * TURN_BYTES) / FRAME_BYTES }, (_, nth) =>
    frame({ text: `${name}${nth} `.padEnd(FRAME_BYTES - 8, '.'), lengthBytes: 2 }),
  );
const namesOf = (heard: string[]) => heard.map((text) => text.split(' ')[0]);
const names = (name: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, nth) => `${name}${from + nth}`);
const A_TURN = TURN_BYTES / FRAME_BYTES;

describe('a burst of a socket', () => {
  it('is read as far as its turn goes, and the rest after what others have sent', () => {
    const at = scene();
    const [loud, quiet] = [socketIn(at), socketIn(at)];
    loud.write(Buffer.concat(burst('a', 3)));
    quiet.write(frame({ text: 'q' }));
    expect(namesOf(at.heard)).toEqual([...names('a', 0, A_TURN), 'q']);
    at.round();
    quiet.write(frame({ text: 'q' }));
    at.round();
    expect(namesOf(at.heard).slice(A_TURN + 1)).toEqual([
      ...names('a', A_TURN, 2 * A_TURN),
      'q',
      ...names('a', 2 * A_TURN, 3 * A_TURN),
    ]);
    expect(at.rounds()).toBe(0);
  });

  it('takes turns with those of others', () => {
    const at = scene();
    for (const name of ['a', 'b']) socketIn(at).write(Buffer.concat(burst(name, 3)));
    while (at.round());
    const turn = (name: string, nth: number) => names(name, nth * A_TURN, (nth + 1) * A_TURN);
    expect(namesOf(at.heard)).toEqual([0, 1, 2].flatMap((nth) => [...turn('a', nth), ...turn('b', nth)]));
  });

  it.each([
    ['text', 40],
    ['header', 3],
  ])('is read in turns behind a frame that a piece cuts in its %s', (_, bytes) => {
    const at = scene();
    const socket = socketIn(at);
    socket.on('message', (data: Buffer) => at.heard.push(data.toString()));
    const sent = Buffer.concat(burst('a', 4));
    const cut = TURN_BYTES + bytes;
    socket.write(sent.subarray(0, cut));
    socket.write(sent.subarray(cut));
    at.round();
    expect(namesOf(at.heard)).toEqual(names('a', 0, 2 * A_TURN + 1));
    at.round();
    expect(namesOf(at.heard)).toEqual(names('a', 0, 3 * A_TURN + 1));
    at.round();
    expect(namesOf(at.heard)).toEqual(names('a', 0, 4 * A_TURN));
    expect(at.rounds()).toBe(0);
  });

  it('keeps the place of a frame that is left to ws, and of what arrives meanwhile', () => {
    const at = scene();
    const socket = socketIn(at);
    socket.write(Buffer.concat([...burst('a', 2), frame({ opcode: 9, text: 'b' }), frame({ text: 'c' })]));
    socket.write(frame({ text: 'd' }));
    // What is behind a ping in its piece is taken apart by ws.
    socket.on('message', (data: Buffer) => at.heard.push(data.toString()));
    while (at.round());
    expect(namesOf(at.heard).slice(0, 2 * A_TURN)).toEqual(names('a', 0, 2 * A_TURN));
    expect(at.heard.slice(2 * A_TURN)).toEqual(['ping b', 'c', 'd']);
  });

  it('costs a round two milliseconds, or the turn of one, and nobody is passed by', () => {
    const { turns, pass, round, rounds } = scene();
    const taken: string[] = [];
    const takes =
      (name: string, ms: number, andThen: () => void = () => undefined) =>
      () => {
        taken.push(name);
        pass(ms);
        andThen();
      };
    turns.wait(takes('a', 1));
    turns.wait(takes('b', 1, () => turns.wait(takes('B', 1))));
    turns.wait(takes('c', 5));
    turns.wait(takes('d', 1));
    expect(rounds()).toBe(1);
    const each = [round, round, round].map((run) => {
      run();
      return taken.splice(0).join('');
    });
    expect(each).toEqual(['ab', 'c', 'dB']);
    expect(rounds()).toBe(0);
  });
});

describe('over TCP', () => {
  it('a burst is read to its end when the client has gone already', async () => {
    const turns = new ReadingTurns({ monotonic: () => performance.now(), soon: setImmediate });
    const server = new WebSocketServer({ port: 0 });
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const heard: string[] = [];
    let closedAfter = -1;
    server.on('connection', (ws: WebSocket) => {
      const reader = frameReader((text) => heard.push(text.toString()));
      readTextFrames(ws as unknown as WebSocketInside, reader, turns);
      ws.on('close', () => {
        closedAfter = heard.length;
      });
    });
    const client = new WebSocket(`ws://127.0.0.1:${port}`);
    await once(client, 'open');
    const frames = burst('a', 150);
    const { _socket: tcp } = client as unknown as { _socket: Socket };
    tcp.end(Buffer.concat(frames));
    await poll(() => closedAfter >= 0, { until: 'the socket is closed' });
    expect(closedAfter).toBe(frames.length);
    expect(namesOf(heard)).toEqual(names('a', 0, frames.length));
    client.terminate();
    await new Promise((resolve) => server.close(resolve));
  });
});
