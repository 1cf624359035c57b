import { FlushScheduler } from '#http/gateway/delivery/flush-scheduler.js';
import { Outbox } from '#http/gateway/delivery/outbox.js';
import { SlowConsumers } from '#http/gateway/delivery/slow-consumers.js';
import type { EngineSocket } from '#http/gateway/transport/engine.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';

/** A connection of which only this is known: how much of what it was handed has not been taken. */
class Consumer extends Outbox {
  isCut = false;
  readonly #tcp: { writableLength: number; _handle: { writeQueueSize: number } };

  constructor(env: VirtualEnv) {
    const tcp = { writableLength: 0, _handle: { writeQueueSize: 0 } };
    const engine = { transport: { name: 'websocket', socket: { _socket: tcp, terminate: () => undefined } } };
    super({ ...engine, writeBuffer: [] } as unknown as EngineSocket, new FlushScheduler(env, () => undefined));
    this.#tcp = tcp;
  }

  /** It is handed so much and takes nothing of it yet. */
  hand(bytes: number): void {
    this.handedOver += bytes;
    this.#tcp.writableLength += bytes;
  }

  /** So much of what it was handed is still queued in the operating system. */
  queue(bytes: number): void {
    this.#tcp._handle.writeQueueSize = bytes;
  }

  take(bytes: number): void {
    this.#tcp.writableLength -= bytes;
  }

  override onSlow(): void {
    this.isCut = true;
  }
}

describe('who is too slow', () => {
  let env: VirtualEnv;
  let slowConsumers: SlowConsumers;
  let consumer: Consumer;
  beforeEach(async () => {
    env = new VirtualEnv();
    // Nothing is late by the age of the process.
    await env.advance(100_000);
    slowConsumers = new SlowConsumers(env, () => undefined);
    consumer = new Consumer(env);
  });

  const hand = (bytes: number) => {
    consumer.hand(bytes);
    slowConsumers.track(consumer);
  };

  it('a mebibyte may wait; one byte more may not', async () => {
    hand(1_048_576);
    expect(consumer.isCut).toBe(false);
    hand(1);
    expect(consumer.isCut).toBe(true);
  });

  it('a byte may wait for five seconds', async () => {
    hand(1);
    await env.advance(4_999);
    expect(consumer.isCut).toBe(false);
    await env.advance(1);
    expect(consumer.isCut).toBe(true);
  });

  it('what is taken late is taken: only what waits now is counted', async () => {
    hand(1_000);
    await env.advance(4_500);
    hand(1_000);
    consumer.take(1_000);
    await env.advance(4_500);
    expect(consumer.isCut).toBe(false);
    await env.advance(3_000);
    expect(consumer.isCut).toBe(true);
  });

  it('whoever catches up starts anew', async () => {
    hand(1_000);
    await env.advance(4_000);
    consumer.take(1_000);
    await env.advance(10_000);
    hand(1_000);
    await env.advance(4_000);
    expect(consumer.isCut).toBe(false);
    slowConsumers.untrack(consumer);
    await env.advance(10_000);
    expect(consumer.isCut).toBe(false);
  });

  it('pages that were asked for are not counted, what others say is', async () => {
    consumer.longBytes = 5_000_000;
    hand(5_000_000 + 1_048_576);
    expect(consumer.isCut).toBe(false);
    hand(1);
    expect(consumer.isCut).toBe(true);
  });

  it('a page may take longer than five seconds as long as it moves', async () => {
    consumer.longBytes = 1_000_000;
    consumer.queue(1_000_000);
    hand(1_000_000);
    for (let second = 1; second <= 10; second += 1) {
      consumer.queue(1_000_000 - second * 50_000);
      await env.advance(1_000);
    }
    expect(consumer.isCut).toBe(false);
    await env.advance(6_000);
    expect(consumer.isCut).toBe(true);
  });

  it('a page that is taken a few bytes at a time may take a minute', async () => {
    consumer.longBytes = 1_000_000;
    consumer.queue(1_000_000);
    hand(1_000_000);
    for (let second = 1; second < 60; second += 1) {
      consumer.queue(1_000_000 - second);
      await env.advance(1_000);
    }
    expect(consumer.isCut).toBe(false);
    consumer.queue(1);
    await env.advance(1_000);
    expect(consumer.isCut).toBe(true);
  });

  it('nothing keeps ticking for nobody', async () => {
    hand(1);
    consumer.take(1);
    await env.advance(2_000);
    expect(env.timers).toBe(0);
  });
});
