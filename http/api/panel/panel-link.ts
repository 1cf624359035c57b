/** From the QR code of a browser to its session, and the end of it. */
import type { PanelCodes, Users } from '#actors/user/commands.js';
import { accessOptions } from '#http/accounts/access-options.js';
import { newPanelSecret } from '#http/accounts/panel-secrets.js';
import { clientNetwork } from '#http/middleware/client-network.js';
import { spendWindow, takeFromWindow, type WindowLimits } from '#http/middleware/rate-limit.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, noContent, ok, type Reply, type Route, route } from '#http/routing/route.js';
import { secretHash } from '#src/adapters/credentials/secrets.js';
import type { Tokens } from '#src/adapters/credentials/tokens.js';
import type { LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { Config } from '#src/config/config.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import {
  isGoodCode,
  PANEL_CODES_PER_MINUTE,
  PANEL_LABEL_MAX,
  PANEL_LINKS_MAX,
  type PanelCode,
  type PanelLink,
} from '#src/domain/organizations/panel-link.js';
import { firstCharacters } from '#src/domain/text/text.js';
import { RefusalError } from '#src/errors.js';
import { panelLinkEndpoints as endpoints } from '#src/protocol/panel/panel-link.js';
import { presentPanelLink } from '#src/protocol/present/panel-link.js';
import { presentTokenPair } from '#src/protocol/present/token-pair.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';
import { ownAccount } from '../accounts/own-account.js';

export interface PanelLinkRoutesDeps {
  users: Users;
  panelCodes: PanelCodes;
  tokens: Tokens;
  limits: WindowLimits;
  localLimits: LocalLimits;
  reader: Reader;
  peoplePresenter: PeoplePresenter;
  env: EdgeEnv;
  config: Pick<Config, 'panelCodeTtlS' | 'appScheme' | 'sessionMaxAgeS'>;
}

const MINUTE_MS = 60_000;

export const panelLinkRoutes = (deps: PanelLinkRoutesDeps): Route[] => [...browserRoutes(deps), ...ownerRoutes(deps)];

function browserRoutes(deps: PanelLinkRoutesDeps): Route[] {
  const { panelCodes, limits, config, env } = deps;
  return [
    route(endpoints.beginPanelLink, async ({ body, ctx }) => {
      await takeFromWindow(limits, 'panel-link', clientNetwork(ctx.ip), PANEL_CODES_PER_MINUTE, MINUTE_MS);
      const [code, claim] = [newPanelSecret(), newPanelSecret()];
      const label = body.label === null ? null : firstCharacters(body.label, PANEL_LABEL_MAX).trim();
      const expiresAt = env.now() + config.panelCodeTtlS * 1_000;
      await panelCodes.open({ _id: secretHash(code), claim: secretHash(claim), label, expiresAt });
      const qr = `${config.appScheme}://panel-link?code=${code}`;
      return created({ code, claim, qr, expires_in: config.panelCodeTtlS });
    }),
    route(endpoints.claimPanelLink, async ({ body, ctx }) => {
      spendWindow(deps.localLimits, 'panel_claim', clientNetwork(ctx.ip));
      const hash = secretHash(body.claim);
      const [code] = await deps.reader.getManyBy<PanelCode>('panelCodes', 'claim', [hash]);
      if (!code || !isGoodCode(code, env.now())) throw new RefusalError('not_found');
      if (code.account !== null) return claimed(deps, code, code.account);
      return { status: 202, body: { status: 'pending', expires_in: secondsLeft(code, env) } };
    }),
  ];
}

async function claimed(deps: PanelLinkRoutesDeps, code: PanelCode, owner: AccountId): Promise<Reply> {
  const { users, tokens, env } = deps;
  const sessionId = env.uuid();
  const { token, hash, expiresAt } = tokens.newRefresh(sessionId);
  const { account, session } = await users.ask(owner, {
    type: 'claim_panel',
    code: code._id,
    claim: code.claim,
    sessionId,
    refreshHash: hash,
    refreshExpiresAt: expiresAt,
  });
  const access = tokens.issueAccess(account._id, sessionId, accessOptions(session, deps.config.sessionMaxAgeS));
  const pair = presentTokenPair({ access, refresh: { token, expiresAt: session.refreshExpiresAt } }, env.now());
  return ok({ ...pair, account: await ownAccount(deps, account), link_id: code.link });
}

function ownerRoutes({ users, reader, env }: PanelLinkRoutesDeps): Route[] {
  return [
    route(endpoints.viewPanelCode, async ({ params }) => {
      const code = await reader.get<PanelCode>('panelCodes', secretHash(params.code ?? ''));
      if (!code || code.account !== null || !isGoodCode(code, env.now())) throw new RefusalError('not_found');
      return ok({ label: code.label, expires_in: secondsLeft(code, env) });
    }),
    route(endpoints.linkPanel, async ({ caller: { accountId, sessionId }, body }) => {
      const code = secretHash(body.code);
      const link = await users.ask(accountId, { type: 'link_panel', code, linkId: env.uuid(), sessionId });
      return created({ panel: presentPanelLink(link) });
    }),
    route(endpoints.listPanels, async ({ caller }) => {
      const own = { index: 'byAccount', prefix: [caller.accountId], desc: true, limit: 2 * PANEL_LINKS_MAX };
      const links = await reader.range<PanelLink>('panelLinks', own);
      return ok({ panels: links.map(presentPanelLink) });
    }),
    route(endpoints.unlinkPanel, async ({ caller, holder, params: { id = '' } }) => {
      const linkId = id.toLowerCase();
      if (!isUuid(linkId)) throw new RefusalError('not_found');
      // The panel signs out; which other browsers are linked is for the app to decide.
      if (holder.scope === 'panel' && holder.panelLink !== linkId) throw new RefusalError('not_allowed');
      await users.ask(caller.accountId, { type: 'unlink_panel', linkId });
      return noContent();
    }),
  ];
}

const secondsLeft = ({ expiresAt }: PanelCode, { now }: EdgeEnv): number =>
  Math.max(0, Math.ceil((expiresAt - now()) / 1_000));
