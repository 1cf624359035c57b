/** Every endpoint of the operator interface, for every role. The table of this test is its own. */
import type { OperatorRole } from '#src/domain/operators/operator.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { lastResort, type NamedKey, named } from './operator-people.js';

/** The least role that may do it. */
const least: Record<string, OperatorRole> = {
  viewOperator: 'support',
  findAccounts: 'support',
  grantStars: 'admin',
  setPremium: 'admin',
  suspendAccount: 'moderator',
  liftSuspension: 'moderator',
  suspendV1Account: 'moderator',
  liftV1Suspension: 'moderator',
  listSessionsOfAccount: 'support',
  listBotsOfAccount: 'support',
  createBotAsOperator: 'admin',
  createBotTokenAsOperator: 'admin',
  disableWebhook: 'moderator',
  endSessions: 'support',
  listRoomsOfAccount: 'support',
  eraseAccountAsOperator: 'admin',
  readRoomAsOperator: 'moderator',
  deleteMessageAsOperator: 'moderator',
  deleteRoomAsOperator: 'admin',
  viewReportedConversation: 'moderator',
  listReports: 'support',
  countReports: 'support',
  settleReport: 'moderator',
  live: 'support',
  listSlots: 'support',
  placeSlot: 'admin',
  releaseSlot: 'admin',
  listPackageRequests: 'support',
  settlePackageRequest: 'admin',
  grantCredit: 'admin',
  setOrganizationSuspended: 'admin',
  putCatalog: 'admin',
  putProducts: 'admin',
  listSponsoredReviews: 'support',
  reviewSponsored: 'moderator',
  listOperatorKeys: 'admin',
  createOperatorKey: 'admin',
  rotateOperatorKey: 'admin',
  revokeOperatorKey: 'admin',
  logoutOperator: 'support',
  listOperatorLogins: 'admin',
  endOperatorLogins: 'admin',
  listAudit: 'admin',
  exportAudit: 'admin',
};

const rank: readonly OperatorRole[] = ['support', 'moderator', 'admin'];
const operations = endpoints.filter(({ access }) => access === 'console');
const callers = [...rank, 'CONSOLE_KEY'] as const;
const cells = operations.flatMap((endpoint) => callers.map((caller) => ({ id: endpoint.id, endpoint, caller })));

describe('an endpoint of operators', () => {
  let booted: Booted;
  const asks = new Map<string, NamedKey['ask']>();
  beforeAll(async () => {
    booted = await bootApp();
    for (const role of rank) asks.set(role, (await named(booted, role)).ask);
    asks.set('CONSOLE_KEY', lastResort(booted));
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  it.each(cells)('$id answers $caller as the table says', async ({ endpoint, caller }) => {
    const wanted = least[endpoint.id];
    if (!wanted) throw new Error(`the table says nothing of ${endpoint.id}`);
    const may = caller === 'CONSOLE_KEY' || rank.indexOf(caller) >= rank.indexOf(wanted);
    const path = endpoint.path.replace('/api/console', '').replaceAll(/\{\w+\}/g, crypto.randomUUID());
    const body = endpoint.method === 'get' ? undefined : {};
    const answer = await (asks.get(caller) as NamedKey['ask'])(endpoint.method.toUpperCase(), path, body);
    if (may) expect(outcomeOf(answer)).not.toMatch(/^40[13] /);
    else expect(outcomeOf(answer)).toBe('403 not_allowed');
  });

  it('is there for operators alone', async () => {
    const ada = await booted.person('ada');
    for (const { method, path } of operations) {
      const filled = path.replaceAll(/\{\w+\}/g, crypto.randomUUID());
      for (const who of [null, ada]) {
        const answer = await booted.ask(who, method.toUpperCase(), filled, method === 'get' ? undefined : {});
        expect([path, outcomeOf(answer)]).toEqual([path, '401 unauthorized']);
      }
    }
  });
});
