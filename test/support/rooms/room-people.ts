/** One room with somebody in every position, for tables over who may do what. */
import type { Scene, SceneRoom } from './room-scene.js';

/** Who asks: `null` has no token. The names are the accounts'. */
export const positions = {
  anonymous: null,
  'no username': 'isimsiz',
  stranger: 'yabanci',
  banned: 'yasakli',
  requested: 'bekleyen',
  member: 'uye',
  'muted member': 'susan',
  'admin without the key': 'anahtarsiz',
  'admin with the key': 'anahtarli',
  founder: 'kurucu',
  'founder of another room': 'baskasi',
} as const;

export type Position = keyof typeof positions;
export const everybody = Object.keys(positions) as Position[];

/** Targets: people whom commands are about, and who ask for nothing themselves. */
export const targets = {
  member: 'hedef',
  admin: 'hedef.admin',
  banned: 'hedef.yasak',
  requested: 'hedef.istek',
  stranger: 'hedef.disari',
} as const;

export interface Populated {
  room: SceneRoom;
  /** A message of the founder, a message of everybody who may write, an invite. */
  message: string;
  own: Partial<Record<Position, string>>;
  invite: string;
}

export async function populate(scene: Scene): Promise<Populated> {
  const room = await scene.room('kurucu', { joinApproval: true });
  await scene.room('baskasi');
  await room.add('uye', 'susan', targets.member);
  await room.admin('anahtarsiz', []);
  await room.admin('anahtarli');
  await room.admin(targets.admin, []);
  for (const name of ['yasakli', targets.banned]) {
    await room.command('kurucu', { type: 'ban_member', account: await room.idOf(name), reason: null });
  }
  for (const name of ['bekleyen', targets.requested]) await room.ask(name, 'POST', '/join');
  const own: Populated['own'] = {};
  for (const position of [
    'member',
    'muted member',
    'admin without the key',
    'admin with the key',
    'founder',
  ] as const) {
    own[position] = await room.say(positions[position]);
  }
  await room.command('kurucu', { type: 'mute_member', account: await room.idOf('susan'), minutes: 60 });
  const { body } = await room.ask('kurucu', 'POST', '/invites', {});
  return { room, message: own.founder as string, own, invite: body.invite.code };
}
