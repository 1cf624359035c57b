/**
 * The pages behind links in mails. They are the same for everybody: the token stays in the address, from where the
 * page's own script posts it, so programs that open every link of a mail use nothing up.
 */
import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { Language } from '#src/domain/account.js';
import { pageEndpoints } from '#src/protocol/v1/pages.js';
import { type Html, html } from '../pages/html.js';
import { pageScript } from './page-script.js';
import { type PageTexts, pageTexts } from './page-texts.js';
import { type V1Route, v1Route } from './v1-route.js';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText }
  main { width: min(22rem, calc(100vw - 3rem)) }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem } p { margin: 0 0 1.25rem }
  label { display: block; margin-bottom: .9rem; font-weight: 600 } label.small { font-weight: 400 }
  input[name="password"] { display: block; box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .55rem .6rem; font: inherit }
  button { padding: .6rem 1.1rem; font: inherit; font-weight: 600; border-radius: .4rem; border: 1px solid #1f6f5c; background: #1f6f5c; color: #fff; cursor: pointer }
  button:disabled { opacity: .6; cursor: default } small { font-weight: 400; opacity: .8 }
  [role="status"] { margin: 1rem 0 0; font-weight: 600 } .problem { color: #c0392b }
  @media (prefers-color-scheme: dark) { .problem { color: #ff8a7a } }
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing but its own style and script, and the one call the script makes. */
const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(pageScript)}; connect-src 'self'; ` +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

export function linkPageRoutes(brand: string): V1Route[] {
  const verify = pagesIn((language) => verifyPage(brand, language));
  const reset = pagesIn((language) => resetPage(brand, language));
  return [
    v1Route(pageEndpoints.verifyEmailPage, async ({ ctx }) => show(ctx, verify)),
    v1Route(pageEndpoints.resetPasswordPage, async ({ ctx }) => show(ctx, reset)),
  ];
}

type Pages = Record<Language, string>;

/** Written once. */
const pagesIn = (write: (language: Language) => Html): Pages => ({ tr: write('tr').markup, en: write('en').markup });

function show(ctx: Context, pages: Pages): null {
  ctx.vary('Accept-Language');
  ctx.set(PAGE_HEADERS);
  ctx.type = 'html';
  ctx.body = pages[ctx.acceptsLanguages('en', 'tr') === 'tr' ? 'tr' : 'en'];
  return null;
}

function verifyPage(brand: string, language: Language): Html {
  const texts = pageTexts[language];
  const { verify } = texts;
  const form = html`<form ${words(texts, verify)}><button type="submit">${verify.button}</button></form>`;
  return page({ brand, language, title: verify.title, lead: verify.lead, form });
}

function resetPage(brand: string, language: Language): Html {
  const texts = pageTexts[language];
  const { reset } = texts;
  const form = html`<form ${words(texts, reset)}>
    <label>${reset.field} <small>(${reset.hint})</small>
      <input name="password" type="password" autocomplete="new-password" minlength="10" required>
    </label>
    <label class="small"><input name="show" type="checkbox"> ${reset.show}</label>
    <button type="submit">${reset.button}</button>
  </form>`;
  return page({ brand, language, title: reset.title, lead: reset.lead, form });
}

/** What the script may have to say, in the language of the page. */
function words({ failed, limited }: PageTexts, { done, gone }: { done: string; gone: string }): Html {
  return html`method="post" data-done="${done}" data-gone="${gone}" data-failed="${failed}" data-limited="${limited}"`;
}

interface PageParts {
  brand: string;
  language: Language;
  title: string;
  lead: string;
  form: Html;
}

function page({ brand, language, title, lead, form }: PageParts): Html {
  const name = brand.charAt(0).toLocaleUpperCase(language) + brand.slice(1);
  return html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · ${name}</title>
  <style>${{ markup: style }}</style>
</head>
<body>
  <main>
    <h1>${title}</h1>
    <p>${lead}</p>
    ${form}
    <p role="status"></p>
    <noscript><p class="problem">${pageTexts[language].noScript}</p></noscript>
  </main>
  <script>${{ markup: pageScript }}</script>
</body>
</html>
`;
}
