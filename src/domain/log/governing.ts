/** The facts that decide permissions, and the account of each; `*` is every member. */
import type { Fact } from './log.js';

export const EVERY_MEMBER = '*';

export function governedBy(facts: readonly Fact[]): string[] {
  const governed = new Set<string>();
  for (const fact of facts) for (const subject of subjectsOf(fact)) governed.add(subject);
  return [...governed];
}

function subjectsOf(fact: Fact): string[] {
  switch (fact.type) {
    case 'member_joined':
    case 'member_left':
    case 'member_banned':
    case 'member_unbanned':
    case 'member_muted':
    case 'member_unmuted':
    case 'role_changed':
    case 'admin_permissions_changed':
      return [fact.account];
    case 'founder_changed':
      return [fact.account, fact.from];
    case 'member_permissions_changed':
      return [EVERY_MEMBER];
    case 'room_settings_changed':
      return fact.denied || fact.settings.membersCanVideo !== undefined ? [EVERY_MEMBER] : [];
    default:
      return [];
  }
}
