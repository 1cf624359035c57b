/** The founder's other work: admins and their keys, what members may, how often they may speak. */
import type { RoomSettings } from '#src/domain/rooms/room.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { Keeper } from './keeper.js';
import type { Member } from './member.js';

type Doing = 'promote' | 'demote' | 'grant' | 'deny' | 'settings' | 'invite';

const doings: Record<Doing, number> = { promote: 5, demote: 4, grant: 4, deny: 2, settings: 2, invite: 4 };
const grants = [
  'group.can_ban_members',
  'group.can_ban_administrators',
  'group.can_remove_message',
  'group_can_give_permissions',
  'group.can_edit_permissions',
  'group.can_pin_message',
  'send_message',
];
const denials = ['send_message', 'edit_message', 'delete_message', 'send_message.reactions', 'group.can_pin_message'];

const HOUR_MS = 3_600_000;

export class Steward {
  readonly #keeper: Keeper;
  readonly #chance: SeededRandom;

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
    this.#chance = new SeededRandom(keeper.world.seed, 'steward');
  }

  async live(others: Member[]): Promise<void> {
    const { world } = this.#keeper;
    for (;;) {
      await world.schedule.sleep(this.#chance.about(world.plan.stewardMs));
      if (world.isOver) return;
      const { account } = this.#chance.pick(others);
      await this.#act(this.#chance.pick(world.rooms), account, this.#chance.weighed<Doing>(doings));
    }
  }

  async #act(room: string, account: string, doing: Doing): Promise<void> {
    const keeper = this.#keeper;
    const target = { target: account };
    if (doing === 'promote') await keeper.insist(room, { type: 'promote_member', account }, target);
    else if (doing === 'demote') await keeper.insist(room, { type: 'demote_admin', account }, target);
    else if (doing === 'grant') {
      const granted = grants.filter(() => this.#chance.hits(0.5));
      await keeper.insist(room, { type: 'grant_permissions', account, granted }, target);
    } else if (doing === 'deny') await this.#deny(room);
    else if (doing === 'invite') await this.#invite(room);
    else await this.#set(room);
  }

  /** For a while; what members may not, they are told. */
  async #deny(room: string): Promise<void> {
    const keeper = this.#keeper;
    const denied = denials.filter(() => this.#chance.hits(0.3));
    await keeper.insist(room, { type: 'deny_permissions', denied });
    await keeper.world.schedule.sleep(this.#chance.about(keeper.world.plan.stewardMs));
    await keeper.insist(room, { type: 'deny_permissions', denied: [] });
  }

  /** Few may come by it, and not for long; some are taken back. */
  async #invite(room: string): Promise<void> {
    const keeper = this.#keeper;
    const expiresInHours = this.#chance.pick(keeper.world.plan.inviteMs);
    const { answer } = await keeper.insist(room, {
      type: 'create_invite',
      expiresInHours: expiresInHours === null ? null : expiresInHours / HOUR_MS,
      maxUses: this.#chance.pick([null, 1, 2]),
    });
    if (!answer?.ok) return;
    const { code } = answer.value;
    keeper.invites.set(room, [...(keeper.invites.get(room) ?? []), code]);
    if (this.#chance.hits(0.6)) return;
    await keeper.world.schedule.sleep(this.#chance.about(keeper.world.plan.stewardMs));
    await keeper.insist(room, { type: 'cancel_invite', code }, { key: code });
  }

  async #set(room: string): Promise<void> {
    const { slowModes, ttlMs } = this.#keeper.world.plan;
    const which = this.#chance.weighed({ events: 4, pace: 4, lifetime: ttlMs === 0 ? 0 : 3 });
    const settings: Partial<RoomSettings> = {};
    if (which === 'events') settings.eventsVisibility = this.#chance.pick(['all', 'all', 'admins', 'none']);
    else if (which === 'pace') settings.slowModeS = this.#chance.pick(slowModes);
    else settings.messageTtlHours = this.#chance.pick([null, ttlMs / HOUR_MS, (2 * ttlMs) / HOUR_MS]);
    await this.#keeper.insist(room, { type: 'change_settings', settings, names: Object.keys(settings) });
  }
}
