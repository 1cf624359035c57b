import { refuse } from '#actors/runtime/decision.js';
import type { ActorIo, Supply, Turn, Turned } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { mayManage, type Organization, type OrganizationRole } from '#src/domain/organizations/organization.js';
import type { OrganizationCommand } from './commands.js';
import { type OrganizationState, roleOf } from './organization-state.js';

export type CommandOf<T extends OrganizationCommand['type']> = Extract<OrganizationCommand, { type: T }>;

/** The parts of the service that handlers use. */
export interface OrganizationTools {
  /** The service's own name: no slug begins with it. */
  brand: string;
}

/** One command: its reads, and its decision. */
export interface Handler<T extends OrganizationCommand['type']> {
  /** Null when all is there. */
  needs?(
    state: OrganizationState,
    command: CommandOf<T>,
    io: ActorIo,
    tools: OrganizationTools,
  ): Promise<Supply<OrganizationState>> | null;
  handle(state: OrganizationState, command: CommandOf<T>, turn: Turn, tools: OrganizationTools): Turned;
}

/** Families of commands export theirs; together they are the dispatch table. */
export type Handlers<T extends OrganizationCommand['type'] = OrganizationCommand['type']> = { [K in T]: Handler<K> };

type Decide<C> = (
  state: OrganizationState,
  organization: Organization,
  command: C,
  turn: Turn,
  tools: OrganizationTools,
) => Turned;

type Handle<C> = (state: OrganizationState, command: C, turn: Turn, tools: OrganizationTools) => Turned;

/** For members with a sufficient role: the role at the time of the turn, not of the request. */
export function asRole<C extends { by: AccountId }>(
  may: (role: OrganizationRole) => boolean,
  decide: Decide<C>,
): Handle<C> {
  return (state, command, turn, tools) => {
    const { organization } = state;
    const role = roleOf(state, command.by);
    if (!organization || !role) return refuse('no_organization');
    if (!may(role)) return refuse('not_allowed');
    return decide(state, organization, command, turn, tools);
  };
}

export const asManager = <C extends { by: AccountId }>(decide: Decide<C>): Handle<C> => asRole(mayManage, decide);

/** For operators: any organization that there is. */
export function asOperator<C>(decide: Decide<C>): Handle<C> {
  return (state, command, turn, tools) => {
    const { organization } = state;
    if (!organization || organization.closedAt !== null) return refuse('not_found');
    return decide(state, organization, command, turn, tools);
  };
}
