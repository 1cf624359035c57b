import type { Middleware } from 'koa';
import type { CatalogWriter, Organizations } from '#actors/organization/commands.js';
import type { Inbox, RoomList, RoomSearch, Rooms, SharedArticles } from '#actors/room/commands.js';
import type { SponsoredItems, SponsoredMarks } from '#actors/sponsored/commands.js';
import type { Accounts, PanelCodes, Users } from '#actors/user/commands.js';
import type { V1Addresses } from '#actors/v1/commands.js';
import type { AuditWriter, OperatorKeyWriter, OperatorLoginWriter, WebhookWriter } from '#actors/writers/commands.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { Tokens } from '#src/adapters/credentials/tokens.js';
import type { Dictionary } from '#src/adapters/dictionary/dictionary.js';
import type { IdentityProvider } from '#src/adapters/identity/identity-provider.js';
import type { OperatorIdentity } from '#src/adapters/identity/operator-identity.js';
import type { LinkPreviews } from '#src/adapters/link-preview/link-previews.js';
import type { LocalObjects } from '#src/adapters/object-store/local/local-store.js';
import type { ObjectStore } from '#src/adapters/object-store/object-store.js';
import type { LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { WebhookSecrets } from '#src/adapters/webhooks/webhook-secrets.js';
import type { WebhookSender } from '#src/adapters/webhooks/webhook-sender.js';
import type { Config } from '#src/config/config.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Logger } from '#src/observability/logger.js';
import type { Metrics } from '#src/observability/metrics.js';
import type { Tracing } from '#src/observability/tracing/tracing.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import type { Reader } from '#src/store/store.js';
import type { SuspensionEnforcer } from './api/console/console-accounts.js';
import type { LiveBoard } from './api/console/console-live.js';
import type { SlotBoard } from './api/console/console-slots.js';
import type { Health } from './api/system/health.js';
import type { BotAuthenticator } from './bots/authenticate-bot.js';
import type { WindowLimits } from './middleware/rate-limit.js';
import type { SecurityLog } from './middleware/security-log.js';
import type { PeoplePresenter } from './presenters/people-presenter.js';
import type { Presence } from './presenters/presence.js';
import type { EdgeEnv } from './routing/edge-env.js';

/** The dependencies of the HTTP server. Each family of routes takes the two or three that it needs. */
export interface HttpDeps {
  config: Config;
  logger: Logger;
  /** Of the security log. */
  security: SecurityLog;
  metrics: Metrics;
  /** Null or absent where nothing is recorded. */
  tracing?: Tracing | null;
  rooms: Rooms;
  lookup: RoomSearch;
  inbox: Inbox;
  roomList: RoomList;
  users: Users;
  accounts: Accounts;
  /** The e-mail addresses of `/v1`. */
  addresses: V1Addresses;
  panelCodes: PanelCodes;
  organizations: Organizations;
  sponsored: SponsoredItems;
  /** Reports of sponsored items, gathered on their way. */
  sponsoredMarks: SponsoredMarks;
  /** Categories of interest; empty if no dictionary is configured. */
  categories(): Promise<readonly { slug: string; name: string }[]>;
  catalog: CatalogWriter;
  operatorKeys: OperatorKeyWriter;
  operatorLogins: OperatorLoginWriter;
  /** Null where no group of the identity provider makes an operator. */
  operatorIdentity: OperatorIdentity | null;
  suspensions: SuspensionEnforcer;
  /** The audit log of operators. */
  audit: AuditWriter;
  reader: Reader;
  objects: ObjectStore;
  links: FileLinks;
  /** People as a reader sees them. */
  peoplePresenter: PeoplePresenter;
  /** Null where another server hands the files out. */
  localObjects: LocalObjects | null;
  tokens: Tokens;
  authenticateBot: BotAuthenticator;
  /** Of tokens that post into one room. */
  authenticateIncoming: BotAuthenticator;
  webhooks: WebhookWriter;
  webhookSecrets: WebhookSecrets;
  webhookSender: WebhookSender;
  fingerprints: Fingerprints;
  limits: WindowLimits;
  /** Of this node alone. */
  localLimits: LocalLimits;
  /** Null where none is set up. */
  identityProvider: IdentityProvider | null;
  linkPreviews: LinkPreviews;
  /** Null where none is set up. */
  dictionary: Dictionary | null;
  articles: SharedArticles;
  /** Continues the erasure of a closed account; the rest continues by itself. */
  eraseAccount(account: AccountId): Promise<unknown>;
  /** Begins with the copies of their own data that people have asked for. */
  makeExports(): void;
  presence: Presence;
  health: Health;
  /** The service as it is now, for operators. */
  live: LiveBoard;
  /** Null for a single node. */
  slots: SlotBoard | null;
  /** The second interface, whole. */
  v1?: Middleware;
  env: EdgeEnv;
  /** Middleware beside `/api`: the web page, the development provider. It comes after the routes. */
  pages: Middleware[];
}
