import type { Session, Users } from '#actors/user/commands.js';
import { ok, type Route, route, type TokenHolder } from '#http/routing/route.js';
import type { Links } from '#src/adapters/object-store/object-store.js';
import { EXPORT_KEPT_MS, type OwnExport } from '#src/domain/accounts/own-export.js';
import { RefusalError } from '#src/errors.js';
import { exportEndpoints as endpoints } from '#src/protocol/accounts/export.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';

export interface ExportRoutesDeps {
  users: Users;
  reader: Reader;
  objects: Pick<Links, 'getLink'>;
  downloadLinkTtlS: number;
  /** Starts requested exports. It is not awaited. */
  makeExports(): void;
}

export function exportRoutes({ users, reader, objects, downloadLinkTtlS, makeExports }: ExportRoutesDeps): Route[] {
  const linkTo = (key: string) =>
    objects.getLink({ key, expiresInS: downloadLinkTtlS, downloadName: key.slice(key.lastIndexOf('/') + 1) });
  return [
    route(endpoints.requestExport, async ({ holder }) => {
      const { accountId } = holder;
      const language = (await livingSession(users, holder)).language ?? 'en';
      const { _id: id, status } = await users.ask(accountId, { type: 'request_export', language });
      makeExports();
      return { status: 202, body: { export: { id, status } } };
    }),
    route(endpoints.viewExport, async ({ holder, params: { id = '' } }) => {
      const { accountId } = holder;
      await livingSession(users, holder);
      const found = isUuid(id) ? await reader.get<OwnExport>('exports', id.toLowerCase()) : null;
      if (found?.account !== accountId) throw new RefusalError('not_found');
      return ok({ export: presented(found, linkTo) });
    }),
  ];
}

/** The links lead to everything of the account and outlive the token: a session that is over gets none. */
async function livingSession(users: Users, { accountId, sessionId }: TokenHolder): Promise<Session> {
  const seen = await users.ask(accountId, { type: 'view_session', sessionId });
  if (!seen) throw new RefusalError('unauthorized');
  return seen.session;
}

function presented({ _id: id, status, at, readyAt, files }: OwnExport, linkTo: (key: string) => string) {
  const urls = status === 'ready' ? files.map(linkTo) : [];
  return {
    id,
    status,
    requested_at: new Date(at).toISOString(),
    ready_at: readyAt && new Date(readyAt).toISOString(),
    removed_at: readyAt && new Date(readyAt + EXPORT_KEPT_MS).toISOString(),
    url: urls[0] ?? null,
    urls,
  };
}
