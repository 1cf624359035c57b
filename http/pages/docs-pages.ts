/** The landing page of /docs, and a page for each topic and guide. */
import { examplesOf, preludes } from './docs-example-blocks.js';
import { type Contents, docsFrame } from './docs-frame.js';
import type { Group, Section } from './docs-section.js';
import type { Topic } from './docs-topics.js';
import { type Guide, guideBody, guideSections } from './guides.js';
import { type Html, html } from './html.js';

export function topicPage(topic: Topic, contents: Contents): string {
  const groups = topic.groups();
  const isLong = groups.every(({ isTable }) => !isTable);
  const entries = isLong ? html`<ul>${groups.flatMap((group) => group.sections.map(sectionLink))}</ul>` : undefined;
  const hasExamples = groups.some(({ sections }) =>
    sections.some(({ markup }) => markup.markup.includes('data-example')),
  );
  const main = html`<h1>${topic.title}</h1><p class="summary">${topic.text}</p>${hasExamples && beforeExamples}
    ${groups.map(groupBlock)}`;
  return docsFrame({ title: topic.title, address: `/docs/${topic.name}`, main, ...(entries && { entries }) }, contents);
}

const sectionLink = ({ id, title }: Section): Html => html`<li><a href="#${id}">${title}</a></li>`;

function groupBlock({ title, text, sections, isTable = false }: Group): Html {
  const parts = sections.map(({ markup }) => markup);
  return html`<h2>${title}</h2>${text}${isTable ? html`<article><table><tbody>${parts}</tbody></table></article>` : parts}`;
}

export function guidePage(guide: Guide, contents: Contents): string {
  const [, ...parts] = guideSections(guide);
  const entries = html`<ul>${parts.map(sectionLink)}</ul>`;
  return docsFrame(
    { title: guide.title, address: `/docs/guides/${guide.name}`, main: guideBody(guide), entries },
    contents,
  );
}

/**
 * Every section has an entry under the anchor that it had when /docs was one page, so that an old link leads on: by the
 * script at once, without it by the link of the entry.
 */
export function contentsPage(contents: Contents): string {
  const { topics, guides } = contents;
  const main = html`${introduction}
    <h2>Guides</h2><ul class="index">${guides.map(({ name, title }) => html`<li><a href="/docs/guides/${name}">${title}</a></li>`)}</ul>
    ${topics.map(
      (topic) => html`<h2 id="${topic.name}"><a href="/docs/${topic.name}">${topic.title}</a></h2><p>${topic.text}</p>
      <ul class="index">${topic.groups().flatMap(({ sections }) => sections.map((section) => indexEntry(topic, section)))}</ul>`,
    )}`;
  return docsFrame({ title: 'Documents', address: '/docs', main }, contents);
}

const indexEntry = ({ name }: Topic, { id, title }: Section): Html =>
  html`<li id="${id}"><a href="/docs/${name}#${id}">${title}</a></li>`;

const beforeExamples = html`<details class="prelude"><summary>What the examples begin with</summary>
  <p>A name in capitals (<code>ID</code>, <code>TOKEN</code>) stands for a value of an earlier answer. The clients are in the
  guides of <a href="/docs/guides/sdk">TypeScript</a> and <a href="/docs/guides/python">Python</a>.</p>
  ${examplesOf('prelude', preludes)}</details>`;

const introduction = html`<h1>Documents</h1>
  <p class="summary">Everything but live traffic is JSON over HTTP; live traffic is Socket.IO.</p>
  <p>Send the access token as <code>Authorization: Bearer …</code>. Every answer carries <code>x-request-id</code>. Every
  error is <code>{"error": {"code", "message"}}</code>; branch on the <a href="/docs/errors">code</a>. Times are milliseconds
  since epoch unless a field is a date. An address that is larger than 16 kB with its headers is 431
  <code>invalid_request</code>. In examples <code>$MEYDAN</code> is the address of the service and
  <code>$TOKEN</code> an access token: the <a href="/docs/guides/curl">quick start</a> gets one.</p>`;
