/** `/docs`: the interface for people, a page for each topic and guide. Each page is written when it is asked for first. */
import { readFileSync } from 'node:fs';
import type { Context, Middleware, Next } from 'koa';
import type { RateWindows } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import { PublicDocument } from '../documents/public-document.js';
import { searchIndex } from './docs-index.js';
import { contentsPage, guidePage, topicPage } from './docs-pages.js';
import { docsStyle } from './docs-style.js';
import { docsTopics } from './docs-topics.js';
import { readGuides } from './guides.js';

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
  const contents = { topics: docsTopics(endpoints, windows), guides: readGuides() };
  const { topics, guides } = contents;
  const script = readFileSync(new URL('./docs-search.js', import.meta.url), 'utf8');
  const document = (type: string, write: () => string) => new PublicDocument(() => ({ type, body: write() }));
  return new Map([
    ['/docs', document(HTML, () => contentsPage(contents))],
    ['/docs/style.css', document('text/css; charset=utf-8', () => docsStyle)],
    ['/docs/search.js', document('text/javascript; charset=utf-8', () => script)],
    [
      '/docs/search.json',
      document('application/json; charset=utf-8', () => JSON.stringify(searchIndex(topics, guides))),
    ],
    ...topics.map((topic): [string, PublicDocument] => [
      `/docs/${topic.name}`,
      document(HTML, () => topicPage(topic, contents)),
    ]),
    ...guides.map((guide): [string, PublicDocument] => [
      `/docs/guides/${guide.name}`,
      document(HTML, () => guidePage(guide, contents)),
    ]),
  ]);
}

const HTML = 'text/html; charset=utf-8';
