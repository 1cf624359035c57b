import { readFileSync } from 'node:fs';
import type { Context, Middleware, Next } from 'koa';
import type { RateWindows } from '#src/adapters/rate-limits/fixed-window-limits.js';
import { VERSION } from '#src/domain/version.js';
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { V1_TAG } from '#src/protocol/v1/v1-openapi.js';
import { readAsyncApi, readOpenApi } from '../documents/interface-document.js';
import { PublicDocument } from '../documents/public-document.js';
import { operationSection } from './docs-rest.js';
import { schemaTable } from './docs-schema.js';
import { socketLinks, socketSection } from './docs-socket.js';
import { docsStyle } from './docs-style.js';
import { errorsSection, limitsSection } from './docs-tables.js';
import { type Guide, guideBody, guideLink, readGuides } from './guides.js';
import { type Html, html } from './html.js';

/** `/docs`: the two documents for people, and the guides. Each page is written when it is asked for first. */
export function docsPage(endpoints: readonly Endpoint[], windows: RateWindows): Middleware {
  const pages = pagesOf(endpoints, windows);
  return async function serveDocs(ctx: Context, next: Next) {
    const page = ctx.method === 'GET' || ctx.method === 'HEAD' ? pages.get(ctx.path) : undefined;
    if (!page) return next();
    ctx.state.route = ctx.path;
    const { status, headers = {}, body } = await page.reply(ctx);
    ctx.status = status;
    ctx.set(headers);
    if (body) ctx.body = body;
  };
}

function pagesOf(endpoints: readonly Endpoint[], windows: RateWindows): Map<string, PublicDocument> {
  const guides = readGuides();
  const script = readFileSync(new URL('./docs-search.js', import.meta.url), 'utf8');
  return new Map([
    ['/docs', new PublicDocument(() => ({ type: HTML, body: written(renderDocs(endpoints, windows, guides)) }))],
    ['/docs/style.css', new PublicDocument(() => ({ type: 'text/css; charset=utf-8', body: docsStyle }))],
    ['/docs/search.js', new PublicDocument(() => ({ type: 'text/javascript; charset=utf-8', body: script }))],
    ...guides.map((guide): [string, PublicDocument] => [
      `/docs/guides/${guide.name}`,
      new PublicDocument(() => ({ type: HTML, body: written(renderGuide(guide, guides)) })),
    ]),
  ]);
}

const HTML = 'text/html; charset=utf-8';

const written = ({ markup }: Html): string => `<!doctype html>\n${markup}`;

function frame(title: string, nav: Html, main: Html, script: Html | null): Html {
  return html`<html lang="en">
    <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>${title} · Meydan</title>
      <link rel="icon" href="/mark.svg"><link rel="stylesheet" href="/docs/style.css">
    </head>
    <body><a class="skip" href="#main">To the text</a><nav aria-label="Contents">${nav}</nav><main id="main">${main}</main>${script}</body>
  </html>`;
}

function renderGuide(guide: Guide, guides: Guide[]): Html {
  const nav = html`<p class="brand"><a href="/docs">Meydan</a></p><h2>Guides</h2><ul>${guides.map(guideLink)}</ul>
    <h2>Reference</h2><ul><li><a href="/docs">REST, socket and /v1</a></li></ul>`;
  return frame(guide.title, nav, guideBody(guide), null);
}

function renderDocs(endpoints: readonly Endpoint[], windows: RateWindows, guides: Guide[]): Html {
  const asyncApi = readAsyncApi();
  const document = readOpenApi(endpoints);
  // The socket has shapes that no operation of REST has.
  const shapes = { ...document.components.schemas, ...asyncApi.components.schemas };
  const listed: ListedEndpoint[] = [...endpoints, ...v1Endpoints.map((endpoint) => ({ ...endpoint, tag: V1_TAG }))];
  const tags = [...new Set(listed.map(({ tag }) => tag))];
  const tagged = (tag: string) => listed.filter((endpoint) => endpoint.tag === tag);
  const nav = html`<p class="brand"><a href="/docs">Meydan</a></p>
    <p class="quiet">Reference, ${VERSION}</p>
    <form role="search" hidden><input id="search" type="search" placeholder="Search ( / )" aria-label="Search the reference">
    <output id="found"></output></form>
    <p><a href="/api/openapi.json">openapi.json</a> · <a href="/api/asyncapi.json">asyncapi.json</a></p>
    <h2>Guides</h2><ul>${guides.map(guideLink)}</ul>
    ${tags.map((tag) => html`<h2>${tag}</h2><ul>${tagged(tag).map(operationLink)}</ul>`)}
    ${socketLinks(asyncApi)}
    <h2>Tables</h2><ul><li><a href="#errors">Errors</a></li><li><a href="#limits">Limits</a></li></ul>
    <h2>Shapes</h2><ul>${Object.keys(shapes).map((name) => html`<li><a href="#shape-${name}">${name}</a></li>`)}</ul>`;
  const main = html`${introduction}
    ${tags.map((tag) => html`<h2>${tag}</h2>${tagged(tag).map((endpoint) => operationSection(endpoint, document))}`)}
    ${socketSection(asyncApi)}${errorsSection()}${limitsSection(windows)}
    <h2>Shapes</h2>
    ${Object.entries(shapes).map(([name, shape]) => html`<article id="shape-${name}"><h3>${name}</h3>${schemaTable(shape)}</article>`)}`;
  return frame('Reference', nav, main, html`<script type="module" src="/docs/search.js"></script>`);
}

type ListedEndpoint = Pick<Endpoint, 'id' | 'method' | 'path' | 'tag' | 'summary' | 'access'>;

const operationLink = ({ id, summary }: ListedEndpoint): Html => html`<li><a href="#${id}">${summary}</a></li>`;

const introduction = html`<h1>Reference</h1>
  <p class="summary">Everything but live traffic is JSON over HTTP; live traffic is Socket.IO.</p>
  <p>Send the access token as <code>Authorization: Bearer …</code>. Every answer carries <code>x-request-id</code>. Every
  error is <code>{"error": {"code", "message"}}</code>; branch on the <a href="#errors">code</a>. Times are milliseconds
  since epoch unless a field is a date. An address that is larger than 16 kB with its headers is 431
  <code>invalid_request</code>. In examples <code>$MEYDAN</code> is the address of the service and
  <code>$TOKEN</code> an access token: the <a href="/docs/guides/curl">quick start</a> gets one.</p>`;
