/** The layout of the few pages of `/v1`, and their policy: this style and this script, by their hashes. */
import type { Context } from 'koa';
import { type Html, html } from '#http/pages/html.js';
import { hashOf, homeLink, nameOf, sideStyle } from '#http/pages/side-page.js';
import type { Language } from '#src/domain/accounts/account.js';
import { languageOf } from '../routing/language.js';
import { pageScript } from './page-script.js';
import { pageTexts } from './page-texts.js';

const style = `${sideStyle}
  body { display: grid; place-items: center } .home { margin-bottom: 1.25rem }
  main { width: min(22rem, calc(100vw - 3rem)) }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem } p { margin: 0 0 1.25rem }
  label { display: block; margin-bottom: .9rem; font-weight: 600 } label.small { font-weight: 400 }
  input[name="password"] { display: block; box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .55rem .6rem; font: inherit }
  button { padding: .6rem 1.1rem; font: inherit; font-weight: 600; border-radius: .4rem; border: 1px solid var(--accent); background: var(--accent); color: var(--on); cursor: pointer }
  button:disabled { opacity: .6; cursor: default } small { font-weight: 400; opacity: .8 }
  [role="status"] { margin: 1rem 0 0; font-weight: 600 } .problem { color: var(--bad) }
`;

/** Nothing but its own style and script, and the one call the script makes. */
const PAGE_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(pageScript)}; connect-src 'self'; ` +
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
};

export type Pages = Record<Language, string>;

/** Written once. */
export const pagesIn = (write: (language: Language) => Html): Pages => ({
  tr: write('tr').markup,
  en: write('en').markup,
});

export function showPage(ctx: Context, pages: Pages): null {
  ctx.vary('Accept-Language');
  ctx.set(PAGE_HEADERS);
  ctx.type = 'html';
  ctx.body = pages[languageOf(ctx)];
  return null;
}

export interface PageParts {
  brand: string;
  language: Language;
  title: string;
  lead: string;
  /** The elements that the script uses. */
  form?: Html;
}

export function page({ brand, language, title, lead, form }: PageParts): Html {
  return html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · ${nameOf(brand, language)}</title>
  <style>${{ markup: style }}</style>
</head>
<body>
  <main>
    ${homeLink(brand, language)}
    <h1>${title}</h1>
    <p>${lead}</p>
    ${form && withScript(form, language)}
  </main>
</body>
</html>
`;
}

function withScript(form: Html, language: Language): Html {
  return html`${form}
    <p role="status"></p>
    <noscript><p class="problem">${pageTexts[language].noScript}</p></noscript>
    <script>${{ markup: pageScript }}</script>`;
}
