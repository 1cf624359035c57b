import { readAsyncApi, readOpenApi } from '#http/documents/interface-document.js';
import { PublicDocument } from '#http/documents/public-document.js';
import { type Route, route } from '#http/routing/route.js';
import { systemEndpoints } from '#src/protocol/system/system.js';

/**
 * The two documents of the interface with this server's address. The first has the mounted routes, these two included.
 */
export function documentRoutes(mounted: Route[], publicUrl: string): Route[] {
  const openApi = new PublicDocument(() => json({ ...readOpenApi(endpoints), servers: [{ url: publicUrl }] }));
  const asyncApi = new PublicDocument(() => json({ ...readAsyncApi(), servers: { this: socketServer(publicUrl) } }));
  const routes: Route[] = [
    route(systemEndpoints.openApi, ({ ctx }) => openApi.reply(ctx)),
    route(systemEndpoints.asyncApi, ({ ctx }) => asyncApi.reply(ctx)),
  ];
  const endpoints = [...mounted, ...routes].map(({ endpoint }) => endpoint);
  return routes;
}

/** The address as AsyncAPI writes it. */
function socketServer(publicUrl: string): object {
  const { protocol, host } = new URL(publicUrl);
  return { host, protocol: protocol === 'https:' ? 'wss' : 'ws', pathname: '/socket.io/' };
}

const json = (document: object) => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(document) });
