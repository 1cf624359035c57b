/** The team of an organization. The owner stays; a deleted owner's organization goes to another member, or it ends. */

import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Output, Turn, Turned } from '#actors/runtime/kind.js';
import { requireAccount } from '#actors/writers/commands.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import { mayManage, type Organization, type OrgMember, TEAM_MAX } from '#src/domain/organizations/organization.js';
import { asDoc, type Write } from '#src/store/store.js';
import { asManager, asRole, type CommandOf, type Handlers } from './handler.js';
import { change, type OrganizationState, roleOf } from './organization-state.js';

type AddPerson = CommandOf<'add_person'>;
type ChangeRole = CommandOf<'change_role'>;
type RemovePerson = CommandOf<'remove_person'>;

interface Candidate {
  account: Account | null;
  membership: OrgMember | null;
}

const candidateRead = commandRead(async (reader, command: AddPerson, _: OrganizationState): Promise<Candidate> => {
  const [account, membership] = await Promise.all([
    reader.get<Account>('accounts', command.account),
    reader.get<OrgMember>('orgMembers', command.account),
  ]);
  return { account, membership };
});

const addPerson = asManager<AddPerson>((state, organization, command, { now }): Turned => {
  const { account, membership } = candidateRead.of(state, command);
  if (!account) return refuse('not_found');
  // A bot cannot open the panel: as the heir of the owner it would leave the organization without anybody who can.
  if (account.bot) return refuse('not_allowed', { message: 'A bot cannot be in a team.' });
  if (membership || state.team.has(account._id)) return refuse('already_in_organization');
  if (state.team.size >= TEAM_MAX) return refuse('invalid_state');
  const member: OrgMember = { _id: account._id, organization: state.id, role: command.role, joinedAt: now };
  state.team.set(member._id, member);
  const put: Write = { op: 'put', in: 'orgMembers', doc: asDoc(member), guard: { absent: true } };
  return committed(state, organization, [requireAccount(account._id), put], member);
});

const changeRole = asManager<ChangeRole>((state, organization, { account, role }): Turned => {
  const member = state.team.get(account);
  if (!member) return refuse('not_found');
  if (member.role === 'owner') return refuse('not_allowed');
  if (member.role === role) return reply(member);
  const changed: OrgMember = { ...member, role };
  state.team.set(account, changed);
  return committed(state, organization, [{ op: 'set', in: 'orgMembers', id: account, set: { role } }], changed);
});

/** Members who are not needed to manage may leave; only managers remove others. */
const removePerson = asRole<RemovePerson>(
  () => true,
  (state, organization, { by, account }): Turned => {
    const role = roleOf(state, by);
    if (by !== account && !(role && mayManage(role))) return refuse('not_allowed');
    const member = state.team.get(account);
    if (!member) return refuse('not_found');
    if (member.role === 'owner') return refuse('not_allowed');
    state.team.delete(account);
    return committed(state, organization, [{ op: 'del', in: 'orgMembers', id: account }], null);
  },
);

function committed(state: OrganizationState, organization: Organization, writes: Write[], value: unknown): Turned {
  return { kind: 'commit', unit: change(state, organization, {}, writes), reply: value, outputs: [] };
}

function dropPerson(state: OrganizationState, { account }: CommandOf<'drop_person'>, turn: Turn): Turned {
  const { organization, team } = state;
  const member = team.get(account);
  if (!organization || !member) return reply(null);
  team.delete(account);
  const gone: Write = { op: 'del', in: 'orgMembers', id: account };
  if (member.role !== 'owner') return committed(state, organization, [gone], null);
  const heir = heirOf(team);
  return heir ? inherited(state, organization, heir, gone) : closed(state, organization, gone, turn);
}

/** The admin who has been there longest. */
function heirOf(team: Map<AccountId, OrgMember>): OrgMember | null {
  const admins = [...team.values()].filter(({ role }) => role === 'admin');
  return admins.sort((a, b) => a.joinedAt - b.joinedAt || (a._id < b._id ? -1 : 1))[0] ?? null;
}

function inherited(state: OrganizationState, organization: Organization, heir: OrgMember, gone: Write): Turned {
  state.team.set(heir._id, { ...heir, role: 'owner' });
  const given: Write = { op: 'set', in: 'orgMembers', id: heir._id, set: { role: 'owner' } };
  return committed(state, organization, [gone, given], null);
}

/** Its slug stays taken, so that nobody can impersonate it; its data are deleted. */
function closed(state: OrganizationState, organization: Organization, gone: Write, { now }: Turn): Turned {
  const others = [...state.team.keys()].map((id): Write => ({ op: 'del', in: 'orgMembers', id }));
  state.team.clear();
  const unit = change(state, organization, { ...nothingKept, closedAt: now }, [gone, ...others]);
  const outputs: Output[] = [{ to: 'actor', kind: 'sponsored', id: state.id, command: { type: 'close_items' } }];
  return { kind: 'commit', unit, reply: null, outputs };
}

const nothingKept = {
  displayName: '',
  purpose: '',
  positionId: null,
  typeId: null,
  teamSize: null,
  billing: null,
  subscription: null,
  pending: null,
  pendingAt: null,
};

export const teamHandlers: Handlers<'add_person' | 'change_role' | 'remove_person' | 'drop_person'> = {
  add_person: { needs: candidateRead.load, handle: addPerson },
  change_role: { handle: changeRole },
  remove_person: { handle: removePerson },
  drop_person: { handle: dropPerson },
};
