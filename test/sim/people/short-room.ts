/**
 * A room that does not last: people talk in it until its founder deletes it, and do not notice at once; or until all of
 * them fall silent.
 */
import { Device } from '../devices/device.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';
import { Keeper } from './keeper.js';
import { Member } from './member.js';

const GUESTS = 3;
/** How long people go on trying. */
const NOTICED_MS = 4_000;
/** The numbers of devices of other rooms are lower. */
const DEVICES_FROM = 50;

export class ShortRoom {
  readonly #world: World;
  readonly #room: string;
  readonly host: Keeper;
  readonly guests: Member[];
  readonly device: Device | null;

  constructor(world: World, room: string, number: number) {
    this.#world = world;
    this.#room = room;
    this.host = new Keeper(world, `ev${number}`);
    this.guests = Array.from({ length: GUESTS }, (_, at) => new Member(world, `konuk${number}-${at}`));
    const invites = new Map<string, string[]>();
    for (const person of this.people) {
      person.rooms = [room];
      person.others = this.people.filter((other) => other !== person);
      person.invites = invites;
    }
    const [first] = this.guests;
    this.device = world.plan.devices > 0 && first ? new Device(first, DEVICES_FROM + number) : null;
  }

  get people(): Member[] {
    return [this.host, ...this.guests];
  }

  async live(): Promise<void> {
    const { plan, schedule, seed } = this.#world;
    const chance = new SeededRandom(seed, `end of ${this.#room}`);
    await schedule.sleep(chance.about(plan.betweenFaultsMs));
    await this.host.found(this.#room);
    for (const guest of this.guests) await guest.insist(this.#room, { type: 'join_room' });
    if (this.#world.isOver) return;
    for (const person of this.people) void person.live();
    void this.device?.live();
    await schedule.sleep(chance.about(plan.deletesMs));
    // Later it would not be swept within the run.
    if (this.#world.isCalm) return;
    if (this.#world.shortRooms.includes(this.#room)) {
      await this.host.insist(this.#room, { type: 'delete_room', scope: 'everyone' });
      await schedule.sleep(NOTICED_MS);
    }
    for (const person of this.people) person.isGone = true;
  }
}
