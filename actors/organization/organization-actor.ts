/** One organization and its team. Loading and dispatch only: the files beside this one decide. */
import { markDurable } from '#actors/runtime/in-flight-writes.js';
import type { ActorIo, ActorKind, Loaded, Turned } from '#actors/runtime/kind.js';
import { refuseNewer } from '#actors/runtime/ownership.js';
import { FORMAT } from '#src/domain/format.js';
import { type Organization, type OrgMember, TEAM_MAX } from '#src/domain/organizations/organization.js';
import type { OrganizationCommand } from './commands.js';
import type { Handler, OrganizationTools } from './handler.js';
import { handlers } from './handlers.js';
import { emptyState, type OrganizationState } from './organization-state.js';

const ORGANIZATION_BYTES = 8_192;
const MEMBER_BYTES = 256;
const COMMAND_BYTES = 1_024;

export function createOrganizationKind(tools: OrganizationTools): ActorKind<OrganizationState, OrganizationCommand> {
  return {
    name: 'organization',
    load,
    prefetch: (state, command, io) => handlerOf(command).needs?.(state, command, io, tools) ?? null,
    turn: (state, command, at): Turned => handlerOf(command).handle(state, command, at, tools),
    weigh: () => COMMAND_BYTES,
    isUrgent: (command) => command.type === 'set_suspended' || command.type === 'drop_person',
    checkpoint: () => null,
    settled: markDurable,
    sizeOf: ({ team }) => ORGANIZATION_BYTES + team.size * MEMBER_BYTES,
  };
}

/** The table holds for each command the handler of exactly its type, which a lookup by name cannot express. */
const handlerOf = (command: OrganizationCommand) =>
  handlers[command.type] as unknown as Handler<OrganizationCommand['type']>;

async function load(id: string, { reader }: ActorIo): Promise<Loaded<OrganizationState>> {
  // The organization first: its version guards the others.
  const { doc: organization, guarded } = await reader.getGuarding<Organization>('organizations', id, [
    { in: 'orgMembers', index: 'byOrganization', limit: 2 * TEAM_MAX },
  ]);
  refuseNewer(`organization ${id}`, organization, FORMAT);
  const team = (guarded[0] ?? []) as OrgMember[];
  return {
    state: { ...emptyState(id), organization, team: new Map(team.map((member) => [member._id, member])) },
  };
}
