import type { Moved } from '#page/account/balance-history.js';
import type { UsageEntry } from '../api-types.js';
import { moment, number, signed } from '../text/numbers.js';
import { useText } from '../text/text.js';

/** The transactions of all counters as a table. */
export function Movements({ movements }: { movements: Moved<UsageEntry>[] }) {
  const text = useText();
  return (
    // The table is wider than a phone and scrolls, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reachable by keyboard.
    <section class="card table-card" aria-label={text.movements} tabIndex={0}>
      <table class="table" data-testid="movements">
        <caption>{text.movements}</caption>
        <thead>
          <tr>
            <th scope="col">{text.when}</th>
            <th scope="col">{text.what}</th>
            <th scope="col">{text.counter}</th>
            <th scope="col" class="amount">
              {text.quantity}
            </th>
            <th scope="col" class="amount">
              {text.left}
            </th>
          </tr>
        </thead>
        <tbody>
          {movements.map(({ id, created_at: at, source, note, counter, quantity, left }) => (
            <tr key={id}>
              <td>{moment(at)}</td>
              <td>{text.sources[source](note)}</td>
              <td>{text.counters[counter]}</td>
              <td class={quantity > 0 ? 'amount amount-given' : 'amount'}>{signed(quantity)}</td>
              <td class="amount">{number(left)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
