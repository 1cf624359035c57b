/**
 * The pages behind links in mails. They are the same for every visitor: the token stays in the address, from where the
 * script of the page posts it, so a program that opens every link of a mail uses no token up.
 */

import { type Html, html } from '#http/pages/html.js';
import type { Language } from '#src/domain/accounts/account.js';
import { pageEndpoints } from '#src/protocol/v1/pages.js';
import { type V1Route, v1Route } from '../routing/v1-route.js';
import { page, pagesIn, showPage } from './page-frame.js';
import { type PageTexts, pageTexts } from './page-texts.js';

export function linkPageRoutes(brand: string): V1Route[] {
  const verify = pagesIn((language) => verifyPage(brand, language));
  const reset = pagesIn((language) => resetPage(brand, language));
  return [
    v1Route(pageEndpoints.verifyEmailPage, async ({ ctx }) => showPage(ctx, verify)),
    v1Route(pageEndpoints.resetPasswordPage, async ({ ctx }) => showPage(ctx, reset)),
  ];
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

/** The messages of the script, in the language of the page. */
function words({ failed, limited }: PageTexts, { done, gone }: { done: string; gone: string }): Html {
  return html`method="post" data-done="${done}" data-gone="${gone}" data-failed="${failed}" data-limited="${limited}"`;
}
