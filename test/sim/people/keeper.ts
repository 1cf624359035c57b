/** Who founds the rooms and keeps order in them. */
import { defaultSettings } from '#src/domain/rooms/room.js';
import { slugOf } from '../room-slug.js';
import type { World } from '../world.js';
import { Member, plainDraft } from './member.js';

/** Longer than any run: a mute ends by being lifted. */
const MUTED_MINUTES = 60;

const HOUR_MS = 3_600_000;

export class Keeper extends Member {
  /** Whoever founded a room stays, so that there is one in the end. */
  constructor(world: World, name: string) {
    super(world, name, { leave: 0, administer: 0 });
  }

  async found(room: string): Promise<void> {
    const { slowModeS, ttlMs } = this.world.plan;
    const settings = {
      ...defaultSettings,
      name: 'Oda',
      slowModeS,
      messageTtlHours: ttlMs === 0 ? null : ttlMs / HOUR_MS,
    };
    await this.insist(room, { type: 'create_room', slug: slugOf(room), settings });
  }

  /** One row through each node, each answered at the first try that is not lost on the way. */
  async sayEverywhere(room: string, nodes: readonly string[]): Promise<void> {
    for (const node of nodes) {
      const key = `son-${node}`;
      const call = this.world.plan.repliesMs > 0 ? ' @all' : '';
      const draft = plainDraft(`son söz ${node}${call}`, key);
      const { op, answer } = await this.attempt(room, { type: 'send_message', draft }, { key, body: draft.body }, node);
      if (answer?.ok) {
        op.seq = answer.value.message.row.seq;
        op.rowId = answer.value.message.row.id;
        op.isDuplicate = answer.value.duplicate;
      }
    }
  }

  async keepOrder(others: Member[]): Promise<void> {
    for (;;) {
      await this.sleep(this.world.plan.keeperMs);
      if (this.world.isOver) return;
      const room = this.chance.pick(this.world.rooms);
      const { account } = this.chance.pick(others);
      const doing = this.chance.weighed({ kick: 3, ban: 4, mute: 3 });
      if (doing === 'mute') {
        const muting = { type: 'mute_member' as const, account, minutes: MUTED_MINUTES };
        const { op, answer } = await this.insist(room, muting, { target: account });
        if (answer?.ok) op.until = answer.value.mutedUntil;
        await this.sleep(this.world.plan.keeperMs);
        await this.insist(room, { type: 'unmute_member', account }, { target: account });
      } else if (doing === 'kick') await this.insist(room, { type: 'kick_member', account }, { target: account });
      else {
        await this.insist(room, { type: 'ban_member', account, reason: null }, { target: account });
        await this.sleep(this.world.plan.keeperMs);
        await this.insist(room, { type: 'unban_member', account }, { target: account });
      }
    }
  }
}
