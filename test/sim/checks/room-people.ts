/** Who is in a room as what, entry by entry, by nothing but the facts of its log. */
import type { EntryDoc } from '#actors/room/model/codec.js';
import type { Fact } from '#src/domain/log/log.js';
import type { Invite } from '#src/domain/rooms/invite.js';
import { holds } from '#src/domain/rooms/permissions.js';
import type { Role } from '#src/domain/rooms/room.js';

export interface Standing {
  role: Role;
  granted: string[];
  mutedUntil: number | null;
}

export class RoomPeople {
  readonly #inside = new Map<string, Standing>();
  readonly #banned = new Set<string>();
  /** When somebody last said something, and until when somebody is muted: leaving and coming back ends neither. */
  readonly saidAt = new Map<string, number>();
  readonly mutedUntil = new Map<string, number | null>();
  readonly invites = new Map<string, Invite>();
  denied: string[] = [];
  slowMs = 0;
  ttlHours: number | null = null;

  /** Null: not in the room. */
  of(account: string): Standing | null {
    return this.#inside.get(account) ?? null;
  }

  isBanned(account: string): boolean {
    return this.#banned.has(account);
  }

  holds(who: Pick<Standing, 'role' | 'granted'>, key: string): boolean {
    return holds({ memberDenied: this.denied }, who, key);
  }

  follow({ facts = [], row, at }: EntryDoc): void {
    for (const fact of facts) this.#apply(fact);
    if (row?.sender?.accountId) this.saidAt.set(row.sender.accountId, at);
  }

  #apply(fact: Fact): void {
    switch (fact.type) {
      case 'room_created':
        if (fact.kind === 'group') this.#settle(fact.settings);
        return;
      case 'room_settings_changed':
        this.denied = fact.denied ?? this.denied;
        return this.#settle(fact.settings);
      case 'member_permissions_changed':
        this.denied = fact.denied;
        return;
      case 'member_joined': {
        const { role, mutedUntil } = fact;
        return void this.#inside.set(fact.account, { role, mutedUntil, granted: [] });
      }
      case 'member_left':
        return void this.#inside.delete(fact.account);
      case 'member_banned':
        return void this.#banned.add(fact.account);
      case 'member_unbanned':
        return void this.#banned.delete(fact.account);
      case 'member_muted':
        return this.#mute(fact.account, fact.until);
      case 'member_unmuted':
        return this.#mute(fact.account, null);
      case 'role_changed':
        return this.#change(fact.account, { role: fact.role, granted: [] });
      case 'founder_changed':
        return this.#succeed(fact);
      case 'admin_permissions_changed':
        return this.#change(fact.account, { granted: fact.granted });
      case 'invite_created':
      case 'invite_used':
      case 'invite_cancelled':
        return void this.invites.set(fact.invite.code, fact.invite);
    }
  }

  /** How many have this role. */
  countOf(role: Role): number {
    return [...this.#inside.values()].filter((who) => who.role === role).length;
  }

  /** Who has handed the room over stays as an admin; who left it is gone already. A founder is not muted. */
  #succeed({ account, from, fromGranted = [] }: Extract<Fact, { type: 'founder_changed' }>): void {
    this.#change(from, { role: 'admin', granted: fromGranted });
    this.#change(account, { role: 'founder', granted: [] });
    this.#mute(account, null);
  }

  #settle({ slowModeS, messageTtlHours }: { slowModeS?: number; messageTtlHours?: number | null }): void {
    if (slowModeS !== undefined) this.slowMs = slowModeS * 1_000;
    if (messageTtlHours !== undefined) this.ttlHours = messageTtlHours;
  }

  #mute(account: string, mutedUntil: number | null): void {
    this.mutedUntil.set(account, mutedUntil);
    this.#change(account, { mutedUntil });
  }

  #change(account: string, change: Partial<Standing>): void {
    const known = this.#inside.get(account);
    if (known) Object.assign(known, change);
  }
}
