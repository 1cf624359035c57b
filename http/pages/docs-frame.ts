/** What every page under /docs has: its head, the navigation with the search, and the main part. */
import { VERSION } from '#src/domain/version.js';
import type { Topic } from './docs-topics.js';
import type { Guide } from './guides.js';
import { type Html, html } from './html.js';

export interface Contents {
  topics: readonly Topic[];
  guides: readonly Guide[];
}

export interface DocsPage {
  title: string;
  address: string;
  main: Html;
  /** The entries of this page, below its own entry of the navigation. */
  entries?: Html;
}

export function docsFrame({ title, address, main, entries }: DocsPage, { topics, guides }: Contents): string {
  const link = (to: string, text: string) =>
    html`<li><a href="${to}" ${to === address ? html`aria-current="page"` : null}>${text}</a>${to === address && entries}</li>`;
  const { markup } = html`<html lang="en">
    <head>
      <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>${title} · Meydan</title>
      <link rel="icon" href="/mark.svg"><link rel="stylesheet" href="/docs/style.css">
    </head>
    <body><a class="skip" href="#main">To the text</a>
      <nav aria-label="Contents"><p class="brand"><a href="/docs">Meydan</a></p>
        <p class="quiet">Documents, ${VERSION}</p>
        <form role="search" hidden><input id="search" type="search" placeholder="Search ( / )" aria-label="Search the documents" autocomplete="off">
          <output id="found"></output></form>
        <p class="heading">Guides</p><ul>${guides.map(({ name, title: text }) => link(`/docs/guides/${name}`, text))}</ul>
        <p class="heading">Reference</p><ul>${topics.map(({ name, title: text }) => link(`/docs/${name}`, text))}</ul>
        <p><a href="/api/openapi.json">openapi.json</a> · <a href="/api/asyncapi.json">asyncapi.json</a></p>
      </nav>
      <main id="main" tabindex="-1"><div id="text">${main}</div><section id="hits" aria-label="Hits" hidden></section></main>
      <script type="module" src="/docs/search.js"></script></body>
  </html>`;
  return `<!doctype html>\n${markup}`;
}
