import type { StarEntry } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { loadStars } from '../members/people-actions.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';

/** The balance and the latest transactions. */
export function StarsSection({ balance }: { balance: number }) {
  const text = useText();
  // A changed balance means a new transaction.
  const loaded = useLoaded(`stars ${balance}`, loadStars);
  return (
    <section class="form" data-testid="stars">
      <p class="stars-balance">
        <span>{text.balance}</span>
        <strong data-testid="star-balance">{text.starsCount(balance)}</strong>
      </p>
      <LoadedPart loaded={loaded}>{({ entries }) => <Transactions entries={entries} />}</LoadedPart>
    </section>
  );
}

function Transactions({ entries }: { entries: StarEntry[] }) {
  const text = useText();
  return (
    <>
      {entries.length === 0 && <p class="form-hint">{text.noStars}</p>}
      <ul class="lines">
        {entries.map((entry) => (
          <li key={`${entry.created_at}${entry.delta}${entry.related_room}`} class="line" data-testid="star-entry">
            <span>
              {text.starReason[entry.reason] ?? text.otherStarReason}
              {entry.related_room && <small> /{entry.related_room}</small>}
            </span>
            <time>{momentName(Date.parse(entry.created_at), text)}</time>
            <b>{entry.delta > 0 ? `+${entry.delta}` : entry.delta}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
