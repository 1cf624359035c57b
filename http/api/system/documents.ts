import { PublicDocument } from '#http/documents/public-document.js';
import { type Route, route } from '#http/routing/route.js';
import { asyncApiDocument } from '#src/protocol/asyncapi.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import { systemEndpoints } from '#src/protocol/system/system.js';
import { VERSION } from '#src/protocol/version.js';

/** The two documents, folded at the first request: the first of the routes that are really mounted, these two included. */
export function documentRoutes(mounted: Route[], publicUrl: string): Route[] {
  const options = { version: VERSION, publicUrl };
  const openApi = new PublicDocument(() => json(openApiDocument(endpoints, options)));
  const asyncApi = new PublicDocument(() => json(asyncApiDocument(options)));
  const routes: Route[] = [
    route(systemEndpoints.openApi, ({ ctx }) => openApi.reply(ctx)),
    route(systemEndpoints.asyncApi, ({ ctx }) => asyncApi.reply(ctx)),
  ];
  const endpoints = [...mounted, ...routes].map(({ endpoint }) => endpoint);
  return routes;
}

const json = (document: object) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(document) });
