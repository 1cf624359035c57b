/** The search index: the text of every section under /docs, as the page of its topic shows it, without its code. */
import type { Topic } from './docs-topics.js';
import { type Guide, guideSections } from './guides.js';

export interface SearchIndex {
  pages: [address: string, title: string][];
  sections: [page: number, id: string, title: string, text: string][];
}

export function searchIndex(topics: readonly Topic[], guides: readonly Guide[]): SearchIndex {
  const pages: SearchIndex['pages'] = [
    ...topics.map(({ name, title }): [string, string] => [`/docs/${name}`, title]),
    ...guides.map(({ name, title }): [string, string] => [`/docs/guides/${name}`, title]),
  ];
  const sections = [
    ...topics.map((topic) => topic.groups().flatMap((group) => group.sections)),
    ...guides.map(guideSections),
  ];
  return {
    pages,
    sections: sections.flatMap((each, page) =>
      each.map(({ id, title, markup }): SearchIndex['sections'][number] => [page, id, title, textOf(markup.markup)]),
    ),
  };
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

/** Examples, headings of tables, patterns, and the sentences of refusals, which the page of codes has. */
const LEFT_OUT =
  /<details class="(?:sample|example)"[\s\S]*?<\/details>|<h4>[\s\S]*?<\/h4>|<a class="anchor"[^>]*>#<\/a>|<p><a href="\/docs\/errors#[\s\S]*?<\/p>|Matches <code>[^<]*<\/code>\./g;

/** Words that a tag divides stay divided. */
const textOf = (markup: string): string =>
  markup
    .replaceAll(LEFT_OUT, ' ')
    .replaceAll(/<\/?(?:code|a|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
