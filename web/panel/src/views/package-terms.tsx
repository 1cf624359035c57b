import { Icon } from '#page/ui/icon.js';
import { counters, type Product } from '../api-types.js';
import { money, number, percent } from '../text/numbers.js';
import { useText } from '../text/text.js';

/** The price with its tax, and the credits of the package. */
export function PackageTerms({ terms }: { terms: Omit<Product, 'id'> }) {
  const text = useText();
  const { price_cents: price, net_cents: net, vat_cents: vat, vat_rate: rate, currency } = terms;
  return (
    <>
      <p class="price">
        <strong>{price === 0 ? text.free : money(price, currency)}</strong>
        {price > 0 && <small>{text.netOf(money(net, currency), money(vat, currency), percent(rate))}</small>}
      </p>
      <ul class="quotas">
        {counters
          .filter((counter) => terms.quotas[counter] > 0)
          .map((counter) => (
            <li key={counter}>
              <Icon name="check" size={16} />
              <span>
                <strong>{number(terms.quotas[counter])}</strong> {text.counters[counter]}
              </span>
            </li>
          ))}
        {terms.features.includes('sponsored') && (
          <li>
            <Icon name="check" size={16} />
            <span>{text.sponsoredFeature}</span>
          </li>
        )}
      </ul>
    </>
  );
}
