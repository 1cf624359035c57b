/** One device of a person: keeps its rooms as the SDK keeps them, over connections that come and go. */
import type { Wire } from '../history.js';
import type { Person } from '../people/person.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';
import { DeviceConnection, type Json } from './device-connection.js';
import { DeviceOutbox } from './device-outbox.js';
import { FollowedRoom } from './followed-room.js';

type Doing = 'reopen' | 'close' | 'pause' | 'go' | 'go silently' | 'read nothing' | 'say' | 'restart' | 'wait';

const doings: Partial<Record<Doing, number>> = {
  reopen: 22,
  pause: 8,
  go: 8,
  'go silently': 5,
  'read nothing': 4,
  say: 25,
  restart: 3,
  wait: 28,
};
const looking: Partial<Record<Doing, number>> = {
  reopen: 40,
  close: 60,
  go: 4,
  'go silently': 2,
  say: 8,
  restart: 2,
  wait: 10,
};

export class Device {
  readonly world: World;
  readonly person: Person;
  readonly chance: SeededRandom;
  readonly connection: DeviceConnection;
  readonly name: string;
  readonly rooms: FollowedRoom[];
  readonly outbox: DeviceOutbox;

  constructor(person: Person & { rooms: readonly string[] }, number: number) {
    this.world = person.world;
    this.person = person;
    this.chance = new SeededRandom(this.world.seed, `device ${number} of ${person.name}`);
    this.name = `${person.name}-cihaz${number}`;
    const session = this.chance.uuid();
    enterSession(this.world, person.account, session);
    this.connection = new DeviceConnection(
      this.world,
      { account: person.account, session },
      {
        ready: () => {
          this.#each((room) => room.connected());
          this.outbox.current.flush();
        },
        told: (name, payload, wire) => this.#told(name, payload, wire),
        opened: (payload, ack, wire) =>
          this.rooms.find(({ slug }) => slug === payload.room)?.opened(payload, ack, wire),
        ended: () => undefined,
      },
    );
    this.outbox = new DeviceOutbox(this);
    this.rooms = person.rooms.map((room) => new FollowedRoom(this, room));
  }

  /** Whether every room it is in is known up to its newest entry, and nothing waits to be sent. */
  get isComplete(): boolean {
    return this.rooms.every((room) => room.isComplete) && this.outbox.current.items.length === 0;
  }

  /** Connected, doing this and that, until it goes or is cut off; then through another node. */
  async live(): Promise<void> {
    for (;;) {
      const isOn = await this.connection.connect(this.chance.pick(this.world.plan.nodes));
      while (isOn && this.connection.isOnline) await this.#spend(this.chance.about(this.world.plan.deviceMs));
      await this.world.schedule.sleep(Math.max(this.connection.drainMs, this.chance.between(100, 900)));
    }
  }

  async #spend(ms: number): Promise<void> {
    await this.world.schedule.sleep(ms);
    if (this.world.isOver || !this.connection.isOnline) return;
    const weights = this.world.plan.looksAtOne ? looking : doings;
    await this.#act(this.chance.weighed<Doing>(weights), this.chance.pick(this.rooms));
  }

  async #act(doing: Doing, room: FollowedRoom): Promise<void> {
    if (doing === 'reopen') room.reopen(this.chance.hits(0.7));
    else if (doing === 'close') room.close();
    else if (doing === 'pause') await room.pause(this.chance.about(1_500));
    else if (doing === 'go' || doing === 'go silently') this.connection.go(doing === 'go silently');
    else if (doing === 'read nothing') await this.#readNothing(this.chance.pick([500, 3_000, 6_500, 12_000]));
    else if (doing === 'say') void room.say();
    else if (doing === 'restart') this.outbox.restart();
  }

  async #readNothing(ms: number): Promise<void> {
    this.connection.read(false);
    await this.world.schedule.sleep(ms);
    this.connection.read(true);
  }

  #told(name: string, payload: Json, wire: Wire): void {
    const room = this.rooms.find(({ slug }) => slug === payload.room);
    room?.told(name, payload, wire);
  }

  #each(run: (room: FollowedRoom) => void): void {
    for (const room of this.rooms) run(room);
  }
}

/** As the service would have made it at a login. */
export function enterSession({ documents }: World, account: string, session: string): void {
  const doc = {
    _id: session,
    account,
    version: 1,
    refreshHash: session,
    refreshExpiresAt: Number.MAX_SAFE_INTEGER,
    previousHash: null,
    rotatedAt: 0,
    platform: null,
    language: null,
    createdAt: 0,
    lastUsedAt: 0,
    expiresAt: Number.MAX_SAFE_INTEGER,
  };
  documents.attempt({ op: 'put', in: 'sessions', doc });
}
