/** Who there is: rooms with their founders and members, people who are banned again and again, people with stars. */

import { createRoom, developer, joinRoom, type Person, rest } from '../../support/clients/rest.js';
import type { NodeProcess } from '../../support/processes/cluster-processes.js';
import type { Balancer } from './balancer.js';
import { Member } from './member.js';
import type { Recorder } from './recorder.js';

export interface CrowdSize {
  rooms: number;
  members: number;
  outcasts: number;
  rich: number;
}

export interface Crowd {
  rooms: string[];
  /** One of each room. */
  founders: Person[];
  members: { person: Person; member: Member; room: string }[];
  /** One in each of the first rooms. */
  outcasts: { person: Person; member: Member; room: string; founder: Person }[];
  rich: Person[];
}

/** Everybody follows three rooms and speaks in the first of them. */
const FOLLOWED = [0, 1, 3];
/** Logins and the like at once, so that setting up does not overrun a small machine. */
const CONCURRENCY = 6;

export async function gather(
  nodes: readonly NodeProcess[],
  size: CrowdSize,
  parts: { balancer: Balancer; recorder: Recorder },
): Promise<Crowd> {
  const urlAt = (at: number) => (nodes[at % nodes.length] as NodeProcess).server.url;
  const people = (prefix: string, count: number) =>
    inTurns(range(count), (at) => developer(urlAt(at), `${prefix}_${at}`));
  const rooms = range(size.rooms).map((at) => `oda-${at}`);
  const roomAt = (at: number) => rooms[at % rooms.length] as string;
  const founders = await people('kurucu', size.rooms);
  await inTurns(range(size.rooms), (at) => createRoom(urlAt(at), founders[at] as Person, roomAt(at)));
  const followed = (at: number) => FOLLOWED.map((step) => roomAt(at + step));
  const [members, outcasts, rich] = [
    await people('uye', size.members),
    await people('surgun', size.outcasts),
    await people('zengin', size.rich),
  ];
  await inTurns(members, async (person, at) => {
    for (const room of followed(at)) await joinRoom(urlAt(at), person, room);
  });
  await inTurns(outcasts, (person, at) => joinRoom(urlAt(at), person, roomAt(at)));
  await inTurns(rich, ({ token }, at) => {
    const body = { dm_policy: 'paid', dm_star_cost: 1 + (at % 4) };
    return rest(urlAt(at), '/me/profile', { method: 'PUT', token, body });
  });
  const memberOf = ({ name, token }: Person, own: string[], isWhole: boolean) =>
    new Member({ ...parts, name, token, rooms: own, isWhole });
  return {
    rooms,
    founders,
    rich,
    members: members.map((person, at) => ({
      person,
      member: memberOf(person, followed(at), true),
      room: roomAt(at),
    })),
    outcasts: outcasts.map((person, at) => ({
      person,
      member: memberOf(person, [roomAt(at)], false),
      room: roomAt(at),
      founder: founders[at] as Person,
    })),
  };
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

async function inTurns<T, R>(all: readonly T[], run: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < all.length; at = next++) results[at] = await run(all[at] as T, at);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return results;
}
