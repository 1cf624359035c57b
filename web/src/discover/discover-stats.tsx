import { useLoaded } from '../ui/use-loaded.js';
import { loadEntryStats } from './discover-data.js';
import { countOf, useDiscoverText } from './discover-text.js';

/** Statistics of an article, for people who may see them; on an error nothing is shown. */
export function EntryStatsPart({ id }: { id: number }) {
  const text = useDiscoverText();
  const { value: stats } = useLoaded(`stats ${id}`, () => loadEntryStats(id));
  if (!stats) return null;
  const { viewers, views, reactions, replies, reshares, shares } = stats;
  const counts = { viewers, views, reactions, replies, reshares, forward: shares.forward, link: shares.link };
  return (
    <section class="entry-part" aria-labelledby="entry-stats">
      <h2 id="entry-stats">{text.stats}</h2>
      <dl class="entry-stats" data-testid="entry-stats">
        {Object.entries(counts).map(([name, count]) => (
          <div key={name} data-testid={`stat-${name}`}>
            <dt>{text.statNames[name as keyof typeof counts]}</dt>
            <dd>{countOf(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
