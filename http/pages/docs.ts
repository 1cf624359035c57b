import type { Context, Middleware, Next } from 'koa';
import { asyncApiDocument } from '#src/protocol/asyncapi.js';
import type { Endpoint } from '#src/protocol/endpoint.js';
import type { JsonSchema } from '#src/protocol/json-schema.js';
import { openApiDocument } from '#src/protocol/openapi.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { V1_TAG } from '#src/protocol/v1/v1-openapi.js';
import { VERSION } from '#src/protocol/version.js';
import { operationSection } from './docs-rest.js';
import { schemaTable } from './docs-schema.js';
import { socketLinks, socketSection } from './docs-socket.js';
import { docsStyle } from './docs-style.js';
import { type Html, html } from './html.js';

/** `/docs`: the two documents for people. Written once, when the app is made. */
export function docsPage(endpoints: readonly Endpoint[]): Middleware {
  const page = `<!doctype html>\n${renderDocs(endpoints).markup}`;
  return async function serveDocs(ctx: Context, next: Next) {
    const isAsked = ctx.path === '/docs' && (ctx.method === 'GET' || ctx.method === 'HEAD');
    if (!isAsked) return next();
    ctx.state.route = '/docs';
    ctx.type = 'html';
    ctx.body = page;
  };
}

function renderDocs(endpoints: readonly Endpoint[]): Html {
  const asyncApi = asyncApiDocument({ version: VERSION });
  const document = openApiDocument(endpoints, { version: VERSION });
  const shapes = (document.components as { schemas: Record<string, JsonSchema> }).schemas;
  const told: Told[] = [...endpoints, ...v1Endpoints.map((endpoint) => ({ ...endpoint, tag: V1_TAG }))];
  const tags = [...new Set(told.map(({ tag }) => tag))];
  const tagged = (tag: string) => told.filter((endpoint) => endpoint.tag === tag);
  return html`<html lang="en">
    <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Meydan · Reference</title>
      <style>${{ markup: docsStyle }}</style>
    </head>
    <body>
      <nav>
        <h1>Meydan</h1>
        <p class="quiet">Reference, ${VERSION}</p>
        <p><a href="/api/openapi.json">openapi.json</a> · <a href="/api/asyncapi.json">asyncapi.json</a></p>
        ${tags.map((tag) => html`<h2>${tag}</h2><ul>${tagged(tag).map(operationLink)}</ul>`)}
        ${socketLinks(asyncApi)}
        <h2>Shapes</h2>
        <ul>${Object.keys(shapes).map((name) => html`<li><a href="#shape-${name}">${name}</a></li>`)}</ul>
      </nav>
      <main>
        ${introduction}
        ${tags.map((tag) => html`<h2>${tag}</h2>${tagged(tag).map((endpoint) => operationSection(endpoint, document))}`)}
        ${socketSection(asyncApi)}
        <h2>Shapes</h2>
        ${Object.entries(shapes).map(([name, shape]) => html`<article id="shape-${name}"><h3>${name}</h3>${schemaTable(shape)}</article>`)}
      </main>
    </body>
  </html>`;
}

type Told = Pick<Endpoint, 'id' | 'method' | 'path' | 'tag' | 'summary' | 'access'>;

const operationLink = ({ id, summary }: Told): Html => html`<li><a href="#${id}">${summary}</a></li>`;

const introduction = html`<p class="summary">Everything but live traffic is JSON over HTTP; live traffic is Socket.IO.</p>
  <p>Send the access token as <code>Authorization: Bearer …</code>. Every answer carries <code>x-request-id</code>. Every
  error is <code>{"error": {"code", "message"}}</code>; branch on the code. Times are milliseconds since epoch unless a
  field is a date.</p>`;
