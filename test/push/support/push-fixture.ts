/** Rooms, accounts and the follower on one store, with both push services as local servers. */
import { createHash, randomUUID } from 'node:crypto';
import type { RoomCommand, RoomReplies } from '#actors/room/commands.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createPushFollower, type PushFollower } from '#jobs/push/push-follower.js';
import { createPushSender } from '#src/adapters/push/push-services.js';
import type { Caller } from '#src/domain/accounts/account.js';
import type { DeviceFields, Platform } from '#src/domain/accounts/device.js';
import { defaultSettings, type RoomSettings } from '#src/domain/rooms/room.js';
import { createNode, type Node } from '#src/node.js';
import type { Store } from '#src/store/store.js';
import { generateEcPair, generateRsaPair } from '../../support/key-pairs.js';
import { poll } from '../../support/time/poll.js';
import { TestClock } from '../../support/time/test-clock.js';
import { type ApnsServer, startApns } from './apns-server.js';
import { type FcmServer, startFcm } from './fcm-server.js';

const apnsKey = generateEcPair().privateKey;
const fcmKey = generateRsaPair().privateKey;

/** Long enough for a turn between, short enough for a test. */
const DELAY_MS = 60;
/** Whatever is waited for is looked at this often: the clock that counts is moved by the tests. */
const LOOK_AGAIN_MS = 100;

export interface Pushed {
  token: string;
  type: string;
  messageId: string;
  text: string;
}

type Asked = RoomCommand extends infer K ? (K extends { by: Caller } ? Omit<K, 'by'> : never) : never;

export class PushFixture implements AsyncDisposable {
  readonly store: Store;
  readonly apns: ApnsServer;
  readonly fcm: FcmServer;
  readonly clock = new TestClock();
  readonly warnings: string[] = [];
  readonly results: string[] = [];
  /** What happens just before the follower asks a room, and just before it hears the answer. */
  readonly around: { before?: (type: string) => Promise<void>; after?: (type: string) => Promise<void> } = {};
  node!: Node;
  follower!: PushFollower;
  room: string = randomUUID();
  slug = `oda-${randomUUID().slice(0, 8)}`;
  #sender!: ReturnType<typeof createPushSender>;
  #life = { isOver: false, isEnding: false };

  private constructor(store: Store, apns: ApnsServer, fcm: FcmServer) {
    this.store = this.#counting(store);
    this.apns = apns;
    this.fcm = fcm;
  }

  /** Writes that are no message: what the follower costs. */
  writes = 0;

  #counting(store: Store): Store {
    const count = (writes: Parameters<Store['write']>[0]) => {
      this.writes += writes.length;
      return store.write(writes);
    };
    const get = (_: Store, key: keyof Store) => {
      const value = key === 'write' ? count : store[key];
      return typeof value === 'function' ? value.bind(store) : value;
    };
    return new Proxy(store, { get: get as ProxyHandler<Store>['get'] & object });
  }

  static async open(store: Store): Promise<PushFixture> {
    const fixture = new PushFixture(store, await startApns(), await startFcm());
    fixture.start();
    return fixture;
  }

  start(isFollowing = true): void {
    const { clock, apns, fcm, store } = this;
    this.node = createNode({ store, env: clock.env, owner: randomUUID().slice(0, 8), alone: true, brand: 'meydan' });
    const { now } = clock.env;
    const config = {
      apns: {
        privateKey: apnsKey,
        keyId: 'ABCDE12345',
        teamId: 'FGHIJ67890',
        topic: 'org.example.chat',
        productionOrigin: apns.origin,
        sandboxOrigin: apns.origin,
      },
      fcm: {
        projectId: 'p',
        clientEmail: 'a@b',
        privateKey: fcmKey,
        tokenUri: `${fcm.origin}/token`,
        origin: fcm.origin,
      },
      web: null,
    };
    this.#sender = createPushSender(config, now, { debug: () => undefined });
    const warn = (fields: object, text: string) => this.warnings.push(`${text} ${JSON.stringify(fields)}`);
    const { rooms, users, userEvents } = this.node;
    const life = { isOver: false, isEnding: false };
    this.#life = life;
    const tryAsk: typeof rooms.tryAsk = async (id, command, options) => {
      if (life.isOver) throw new Error('this process is no more');
      await this.around.before?.(command.type);
      const answer = await rooms.tryAsk(id, command, options);
      await this.around.after?.(command.type);
      return answer;
    };
    this.follower = createPushFollower({
      rooms: { ...rooms, tryAsk },
      users,
      userEvents,
      reader: store,
      sender: this.#sender,
      clock: {
        now,
        random: () => 0.5,
        after: (ms, run) => systemEnv.after(life.isEnding ? ms : Math.min(ms, LOOK_AGAIN_MS), run),
      },
      log: { warn, error: warn },
      pushed: (result) => this.results.push(result),
      isMine: () => true,
      delayMs: DELAY_MS,
    });
    if (isFollowing) this.follower.start();
  }

  /** Rooms are not looked at until the answer is called, however long that takes. */
  hold(): () => void {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.around.before = () => held;
    return release;
  }

  /** As when the process is killed: from here on the follower settles nothing, whatever it has sent. */
  async crash(): Promise<void> {
    this.#life.isOver = true;
    await this.restart();
  }

  async restart(): Promise<void> {
    await this.stop();
    this.start();
  }

  /** As when the process ends well. */
  async stop(): Promise<void> {
    this.#life.isEnding = true;
    await this.follower.stop();
    await this.#sender.close();
    await this.node.system.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    await this.apns[Symbol.asyncDispose]();
    await this.fcm[Symbol.asyncDispose]();
  }

  /** An account with a name and one session. */
  async person(name: string): Promise<Caller> {
    const identity = { fingerprint: `fingerprint of ${name}`, developer: true, birthDate: null, gender: null };
    const { accountId } = await this.node.accounts.enter(identity);
    await this.node.users.ask(accountId, { type: 'choose_username', username: name });
    return { accountId, username: name, sessionId: await this.login(accountId), language: null };
  }

  async login(accountId: string, forMs = 864_000_000): Promise<string> {
    const sessionId = randomUUID();
    const refreshExpiresAt = this.clock.env.now() + forMs;
    await this.node.users.ask(accountId, {
      type: 'open_session',
      sessionId,
      refreshHash: randomUUID(),
      refreshExpiresAt,
    });
    return sessionId;
  }

  async register(
    { accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>,
    token: string,
    platform: Platform = 'android',
    fields: Partial<DeviceFields> = {},
  ): Promise<void> {
    const id = createHash('sha256').update(token).digest('base64url');
    const push = { id, token };
    await this.node.users.ask(accountId, { type: 'set_device', sessionId, fields: { platform, ...fields }, push });
  }

  /** A name, a session and a phone whose token is the name. */
  async phone(name: string): Promise<Caller> {
    const caller = await this.person(name);
    await this.register(caller, name);
    return caller;
  }

  phones<const N extends readonly string[]>(...names: N): Promise<{ [K in keyof N]: Caller }> {
    return Promise.all(names.map((name) => this.phone(name))) as Promise<{ [K in keyof N]: Caller }>;
  }

  /** A room of the founder's with these members. */
  async found(founder: Caller, members: Caller[] = [], settings: Partial<RoomSettings> = {}): Promise<void> {
    this.room = randomUUID();
    this.slug = `oda-${this.room.slice(0, 8)}`;
    const complete = { ...defaultSettings, name: 'Oda', ...settings };
    await this.ask(founder, { type: 'create_room', slug: this.slug, settings: complete });
    for (const by of members) await this.ask(by, { type: 'join_room' });
  }

  ask<K extends Asked>(by: Caller, command: K): Promise<RoomReplies[K['type']]> {
    return this.node.rooms.ask(this.room, { ...command, by } as unknown as RoomCommand) as Promise<
      RoomReplies[K['type']]
    >;
  }

  /** The id of what was said. */
  async say(by: Caller, body: string): Promise<string> {
    const draft = { clientId: null, body, replyTo: null, discussionOf: null };
    return (await this.ask(by, { type: 'send_message', draft })).message.row.id;
  }

  /** What arrived at both services, in no order between them. */
  get pushed(): Pushed[] {
    const ios = this.apns.requests.map(({ token, body }) => ({
      token,
      type: body.type,
      messageId: body.message_id,
      text: body.aps.alert.body,
    }));
    const others = this.fcm.requests.map(({ message: { token, data, notification } }) => ({
      token,
      type: data.type,
      messageId: data.message_id,
      text: notification.body,
    }));
    return [...ios, ...others];
  }

  /** Each as `token type`, sorted. */
  get told(): string[] {
    return this.pushed.map(({ token, type }) => `${token} ${type}`).sort();
  }

  /** Every mark in the store: rooms with something to push. */
  marks(): Promise<{ room: string; seq: number }[]> {
    return this.store.range('log', { index: 'pushSince' }) as unknown as Promise<{ room: string; seq: number }[]>;
  }

  /** Everything said so far has been looked at: no room has a mark, or (where nobody has a device) none moves. */
  async settled(): Promise<void> {
    await poll(async () => (await this.marks()).length === 0, { until: 'every push is settled', everyMs: 10 });
  }
}
