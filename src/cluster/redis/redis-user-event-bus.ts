/**
 * The user event bus on channels of Redis: one for each recipient that a node has joined, and one for all nodes. Redis
 * knows the nodes of each channel, so that an event is one command, and so is the question for accounts connected elsewhere.
 * The connection of a node that dies takes its channels with it.
 */
import type { Redis } from 'ioredis';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import type { PreviousNodes } from '../previous-nodes.js';
import type { TransportMetrics } from '../transport-metrics.js';
import type { Recipient, UserEventBus } from '../user-event-bus.js';
import { JoinedChannels } from './joined-channels.js';
import { MessageSigner } from './signed-messages.js';

export interface RedisUserEventBusOptions {
  redis: Redis;
  /** A connection for these channels alone, which does not subscribe again by itself. */
  subscriber: Redis;
  prefix: string;
  isSharded: boolean;
  /** The first signs, all verify. */
  keys: readonly Uint8Array[];
  /** The sender; it changes with every life of the node. */
  from: () => string;
  now: () => number;
  previous: PreviousNodes;
  metrics?: TransportMetrics | undefined;
  onError: (what: string, error?: unknown) => void;
}

/** The largest events carry a room as its list shows it. */
const EVENT_CHARACTERS_MAX = 262_144;
/** Without an answer nobody is told, or shown, as connected elsewhere. */
const QUESTION_TIMEOUT_MS = 1_000;
const CHANNELS_PER_QUESTION = 1_000;
/** All channels of one sender are numbered together: Redis delivers in the order in which it was published. */
const ALL_CHANNELS = 'user events';

export class RedisUserEventBus implements UserEventBus {
  readonly #options: RedisUserEventBusOptions;
  readonly #signer: MessageSigner;
  readonly #joined: JoinedChannels;
  readonly #listeners = new Set<(event: object) => void>();

  constructor(options: RedisUserEventBusOptions) {
    const { keys, now, subscriber, isSharded, previous } = options;
    this.#options = options;
    this.#signer = new MessageSigner({ keys, now });
    this.#joined = new JoinedChannels(options);
    const receive = (channel: string, message: string) => this.#receive(channel, message);
    subscriber.on(isSharded ? 'smessage' : 'message', receive);
    previous.listen((event) => this.#tell(event));
  }

  /** Hears events to all nodes. */
  open(): Promise<void> {
    return this.#joined.join(this.#channel('*'));
  }

  join(recipient: Recipient): Promise<void> {
    const account = accountOf(recipient);
    if (account !== null) this.#options.previous.arrived(account);
    return this.#joined.join(this.#channel(recipient));
  }

  leave(recipient: Recipient): Promise<void> {
    const account = accountOf(recipient);
    if (account !== null) this.#options.previous.left(account);
    return this.#joined.leave(this.#channel(recipient));
  }

  async joinedElsewhere(recipients: readonly Recipient[]): Promise<ReadonlySet<Recipient>> {
    const found = new Set<Recipient>();
    for (let at = 0; at < recipients.length; at += CHANNELS_PER_QUESTION) {
      await this.#ask(recipients.slice(at, at + CHANNELS_PER_QUESTION), found);
    }
    const accounts = recipients.flatMap((recipient) => accountOf(recipient) ?? []);
    for (const account of await this.#options.previous.among(accounts)) found.add(`account:${account}`);
    return found;
  }

  publish(recipient: Recipient, event: object): void {
    this.#publish(this.#channel(recipient), event);
  }

  publishToAll(event: object): void {
    this.#publish(this.#channel('*'), event);
  }

  publishToPrevious(event: object): void {
    const { previous } = this.#options;
    if (previous.areThere) previous.publish(event);
  }

  listen(listener: (event: object) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#joined.close();
    await this.#options.previous.close();
  }

  #channel(recipient: Recipient | '*'): string {
    return `{${this.#options.prefix}}:for:${recipient}`;
  }

  async #ask(recipients: readonly Recipient[], found: Set<Recipient>): Promise<void> {
    const { redis, isSharded, onError } = this.#options;
    const channels = recipients.map((recipient) => this.#channel(recipient));
    try {
      const asked = redis.call('PUBSUB', isSharded ? 'SHARDNUMSUB' : 'NUMSUB', ...channels);
      const counts = (await withTimeout(QUESTION_TIMEOUT_MS, asked)) as (string | number)[];
      for (const [at, recipient] of recipients.entries()) {
        const own = this.#joined.has(channels[at] as string) ? 1 : 0;
        if (Number(counts[at * 2 + 1]) > own) found.add(recipient);
      }
    } catch (error) {
      onError('remote presence read failed', error);
    }
  }

  #publish(channel: string, event: object): void {
    const { redis, isSharded, from, metrics, onError } = this.#options;
    const message = this.#signer.sign(channel, from(), JSON.stringify(event));
    if (message.length > EVENT_CHARACTERS_MAX) return onError('user event too long');
    metrics?.linked('out', message.length);
    const sent = isSharded ? redis.spublish(channel, message) : redis.publish(channel, message);
    sent.catch((error: unknown) => onError('user event not published', error));
  }

  #receive(channel: string, message: string): void {
    const { from, metrics, onError } = this.#options;
    metrics?.linked('in', message.length);
    const verified = message.length > EVENT_CHARACTERS_MAX ? null : this.#signer.verify(channel, message, ALL_CHANNELS);
    if (!verified) return onError('user event between nodes rejected');
    if (verified.from !== from()) this.#tell(JSON.parse(verified.text) as object);
  }

  #tell(event: object): void {
    for (const listener of this.#listeners) listener(event);
  }
}

const ACCOUNT = 'account:';

const accountOf = (recipient: Recipient): string | null =>
  recipient.startsWith(ACCOUNT) ? recipient.slice(ACCOUNT.length) : null;
