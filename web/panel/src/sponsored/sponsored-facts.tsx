import { type Query, useQuery } from '#page/ui/workspace/use-query.js';
import type { SponsoredItem } from '../api-types.js';
import { moment } from '../text/numbers.js';
import { useLanguage } from '../text/text.js';
import { loadOptions } from './sponsored-items.js';
import { useSponsoredText } from './sponsored-text.js';

/** Target, audience and schedule of an item. */
export function SponsoredFacts({ item }: { item: SponsoredItem }) {
  const words = useSponsoredText();
  const options = useQuery(`options ${useLanguage()}`, loadOptions);
  const facts: [name: string, value: string][] = [
    [words.leadsTo, item.target_kind === 'room' ? `/${item.target}` : item.target],
    [words.audience, audienceOf(item, options, words)],
    [words.runs, runOf(item, words)],
    [words.changedAt, moment(item.updated_at)],
  ];
  return (
    <section class="card" aria-labelledby="sponsored-facts">
      <h2 id="sponsored-facts">{words.content}</h2>
      <dl class="sponsored-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Words = ReturnType<typeof useSponsoredText>;

function audienceOf(item: SponsoredItem, options: Query<Awaited<ReturnType<typeof loadOptions>>>, words: Words) {
  const { interests, activity, segments } = item.audience;
  const known = [...(options.value?.interests ?? []), ...(options.value?.segments ?? [])];
  const named = (slug: string) => known.find((option) => option.slug === slug)?.name ?? slug;
  const wanted = [
    ...item.languages.map((one) => words.languageNames[one as 'tr' | 'en'] ?? one),
    ...item.platforms.map((one) => words.platformNames[one as 'android' | 'ios'] ?? one),
    ...[...interests, ...segments].map(named),
    ...(activity === 'any' ? [] : [`${words.activity}: ${words.activities[activity]}`]),
  ];
  return wanted.join(', ') || words.everybody;
}

function runOf({ starts_at, ends_at }: SponsoredItem, words: Words): string {
  const said = [starts_at !== null && words.from(moment(starts_at)), ends_at !== null && words.until(moment(ends_at))];
  return said.filter((part) => part !== false).join(', ') || words.always;
}
