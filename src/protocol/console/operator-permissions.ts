/**
 * What each role of operators may do: one row for each endpoint of the operator interface. An endpoint without a row is
 * refused to everybody. `isPrivate`: a read that shows private content, so that it is a row of the audit log; changes
 * always are.
 */
import { type OperatorRole, operatorRoles } from '#src/domain/operators/operator.js';
import type { Endpoint } from '../schema/endpoint.js';

export interface OperatorPermission {
  roles: readonly OperatorRole[];
  isPrivate?: true;
}

const everyRole = operatorRoles;
const moderators = ['moderator', 'admin'] as const;
const admins = ['admin'] as const;

export const operatorPermissions: Readonly<Record<string, OperatorPermission>> = {
  viewOperator: { roles: everyRole },
  findAccounts: { roles: everyRole, isPrivate: true },
  grantStars: { roles: admins },
  setPremium: { roles: admins },
  suspendAccount: { roles: moderators },
  liftSuspension: { roles: moderators },
  suspendV1Account: { roles: moderators },
  liftV1Suspension: { roles: moderators },
  listSessionsOfAccount: { roles: everyRole, isPrivate: true },
  listBotsOfAccount: { roles: everyRole, isPrivate: true },
  createBotAsOperator: { roles: admins },
  createBotTokenAsOperator: { roles: admins },
  disableWebhook: { roles: moderators },
  endSessions: { roles: everyRole },
  listRoomsOfAccount: { roles: everyRole, isPrivate: true },
  eraseAccountAsOperator: { roles: admins },
  readRoomAsOperator: { roles: moderators, isPrivate: true },
  deleteMessageAsOperator: { roles: moderators },
  deleteRoomAsOperator: { roles: admins },
  viewReportedConversation: { roles: moderators, isPrivate: true },
  listReports: { roles: everyRole, isPrivate: true },
  countReports: { roles: everyRole },
  settleReport: { roles: moderators },
  live: { roles: everyRole },
  listSlots: { roles: everyRole },
  placeSlot: { roles: admins },
  releaseSlot: { roles: admins },
  listPackageRequests: { roles: everyRole },
  settlePackageRequest: { roles: admins },
  grantCredit: { roles: admins },
  setOrganizationSuspended: { roles: admins },
  putCatalog: { roles: admins },
  putProducts: { roles: admins },
  listSponsoredReviews: { roles: everyRole },
  reviewSponsored: { roles: moderators },
  listOperatorKeys: { roles: admins },
  createOperatorKey: { roles: admins },
  rotateOperatorKey: { roles: admins },
  revokeOperatorKey: { roles: admins },
  logoutOperator: { roles: everyRole },
  listOperatorLogins: { roles: admins },
  endOperatorLogins: { roles: admins },
  listAudit: { roles: admins },
  exportAudit: { roles: admins, isPrivate: true },
};

export const operatorMay = (role: OperatorRole, operation: string): boolean =>
  operatorPermissions[operation]?.roles.includes(role) ?? false;

export const isAudited = ({ id, method }: Pick<Endpoint, 'id' | 'method'>): boolean =>
  method !== 'get' || operatorPermissions[id]?.isPrivate === true;
