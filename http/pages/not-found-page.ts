/** What a person sees at an address that does not exist; programs get the usual answer. */
import type { Context } from 'koa';
import { html } from './html.js';
import { hashOf, homeLink, nameOf, sideStyle } from './side-page.js';

const style = `${sideStyle}
  body { display: grid; place-items: center } main { width: min(24rem, calc(100vw - 3rem)); text-align: center }
  .home { margin-bottom: 1.5rem } h1 { font-size: 1.5rem; margin: 0 0 .5rem } p { color: var(--quiet); margin: 0 0 1.25rem }
  .go { display: inline-block; padding: .6rem 1.2rem; border-radius: .75rem; background: var(--accent); color: var(--on);
    font-weight: 600; text-decoration: none }
`;

const texts = {
  en: { title: 'There is no page here', lead: 'The address is wrong, or what was here is gone.', go: 'To the rooms' },
  tr: { title: 'Burada bir sayfa yok', lead: 'Adres yanlış, ya da burada olan artık yok.', go: 'Odalara git' },
};

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; img-src 'self'; style-src ${hashOf(style)}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  'X-Robots-Tag': 'noindex',
};

const OF_PROGRAMS = /^\/(api|v1|objects|socket\.io|console\/dictionary)(\/|$)/;

/** A browser that opens an address, as opposed to a script of a page. */
export const isOpenedByPerson = (ctx: Context): boolean =>
  (ctx.method === 'GET' || ctx.method === 'HEAD') &&
  !OF_PROGRAMS.test(ctx.path) &&
  ctx.accepts('json', 'html') === 'html';

export function showNotFound(ctx: Context, brand: string): void {
  const language = ctx.acceptsLanguages('en', 'tr') === 'tr' ? 'tr' : 'en';
  const { title, lead, go } = texts[language];
  ctx.status = 404;
  ctx.state.refusal = 'not_found';
  ctx.vary('Accept');
  ctx.vary('Accept-Language');
  ctx.set(HEADERS);
  ctx.type = 'html';
  ctx.body = html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · ${nameOf(brand, language)}</title>
  <link rel="icon" href="/mark.svg">
  <style>${{ markup: style }}</style>
</head>
<body>
  <main>
    ${homeLink(brand, language)}
    <h1>${title}</h1>
    <p>${lead}</p>
    <a class="go" href="/">${go}</a>
  </main>
</body>
</html>
`.markup;
}
