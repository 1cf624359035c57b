/** The suspension of an account, as operators see it; nothing without one. */
import type { Account } from '../api-types.js';
import { moment } from '../text/text.js';
import { usePeopleText } from './people-text.js';

type Shown = Pick<Account, 'suspension'>;

export function SuspensionChip({ suspension }: Shown) {
  const text = usePeopleText();
  if (!suspension) return null;
  const { until } = suspension;
  return (
    <span class="chip chip-rejected">
      {until === null ? text.suspendedForGood : text.suspendedUntil(moment(until))}
    </span>
  );
}

export function SuspensionNote({ suspension }: Shown) {
  const text = usePeopleText();
  if (!suspension) return null;
  const { reason, public_reason: words, at } = suspension;
  return (
    <blockquote class="card-note" data-testid="suspension">
      {reason}
      <span class="row-note"> · {text.suspendedSince(moment(at))}</span>
      <p class="row-note">{words === null ? text.nothingToPerson : text.toPerson(words)}</p>
    </blockquote>
  );
}
