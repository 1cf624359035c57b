import { asyncApiDocument } from '#src/protocol/asyncapi.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import { systemEndpoints } from '#src/protocol/system.js';
import { VERSION } from '#src/protocol/version.js';
import { ok, type Route, route } from '../route.js';

/** The two documents, folded once: the first of the routes that are really mounted, these two included. */
export function documentRoutes(mounted: Route[], publicUrl: string): Route[] {
  const asyncApi = asyncApiDocument({ version: VERSION, publicUrl });
  const routes: Route[] = [
    route(systemEndpoints.openApi, () => ok(openApi)),
    route(systemEndpoints.asyncApi, () => ok(asyncApi)),
  ];
  const endpoints = [...mounted, ...routes].map(({ endpoint }) => endpoint);
  const openApi = openApiDocument(endpoints, { version: VERSION, publicUrl });
  return routes;
}
