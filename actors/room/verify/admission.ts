/** Bans, requests, invites, restrictions and settings: the facts of the log compared with the stored documents. */
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { RoomSettings } from '#src/domain/rooms/room.js';
import type { Findings } from './problem.js';
import type { AdmissionKind, RoomDocs } from './room-docs.js';

const kinds: readonly AdmissionKind[] = ['bans', 'requests', 'invites'];

interface Made {
  active: boolean;
  uses?: number;
  changed: number;
}

export class Admission {
  readonly made: Record<AdmissionKind, Map<string, Made>> = {
    bans: new Map(),
    requests: new Map(),
    invites: new Map(),
  };
  denied: string[] = [];
  settings: Partial<RoomSettings> = {};
  /** The last entry that changed settings or denials. */
  changed = 0;
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  follow({ facts, seq }: LogEntry): void {
    for (const fact of facts) {
      this.#admission(fact, seq);
      this.#room(fact, seq);
    }
  }

  #admission(fact: Fact, changed: number): void {
    const { bans, requests, invites } = this.made;
    if (fact.type === 'member_banned') bans.set(fact.account, { active: true, changed });
    if (fact.type === 'member_unbanned') bans.set(fact.account, { active: false, changed });
    if (fact.type === 'request_made') requests.set(fact.account, { active: true, changed });
    if (fact.type === 'request_settled') requests.set(fact.account, { active: false, changed });
    if (fact.type === 'member_joined') {
      this.#findings.expect(!bans.get(fact.account)?.active, changed, 'somebody who is banned came in');
      if (requests.has(fact.account)) requests.set(fact.account, { active: false, changed });
    }
    if (fact.type === 'invite_created' || fact.type === 'invite_used' || fact.type === 'invite_cancelled') {
      const { code, uses, maxUses, cancelled } = fact.invite;
      this.#findings.expect(maxUses === null || uses <= maxUses, changed, 'an invite was used too often');
      const active = !cancelled && (maxUses === null || uses < maxUses);
      invites.set(code, { active, uses, changed });
    }
  }

  #room(fact: Fact, changed: number): void {
    if (fact.type === 'room_created') this.settings = fact.settings;
    else if (fact.type === 'member_permissions_changed') this.denied = fact.denied;
    else if (fact.type === 'room_settings_changed') {
      this.settings = { ...this.settings, ...fact.settings };
      this.denied = fact.denied ?? this.denied;
    } else return;
    this.changed = changed;
  }
}

/** Documents that a crash kept from the store are written when the room is next loaded. */
export function checkAdmission(findings: Findings, admission: Admission, { head, admission: docs }: RoomDocs): void {
  if (!head) return;
  const { appliedSeq, rev, memberDenied, settings } = head;
  if (admission.changed <= rev) {
    findings.same(memberDenied, admission.denied, admission.changed, 'what members are denied');
    findings.same(settings, admission.settings, admission.changed, 'the settings');
  }
  for (const kind of kinds) {
    const stored = new Map(docs[kind].map((doc) => [doc._id.slice(head.id.length + 1), doc]));
    for (const [key, { active, uses, changed }] of admission.made[kind]) {
      const doc = stored.get(key);
      stored.delete(key);
      if (changed > appliedSeq && (doc?.rev ?? 0) < changed) continue;
      const found = { active: doc?.active === true, ...(uses === undefined ? {} : { uses: doc?.uses }) };
      findings.same(found, { active, ...(uses === undefined ? {} : { uses }) }, changed, `${kind} ${key}`);
    }
    for (const [key, { rev: at }] of stored) findings.expect(false, at, `${kind} ${key} is not in the log`);
  }
}
