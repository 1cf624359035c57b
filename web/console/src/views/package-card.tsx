import type { Balances, Organization } from '../api-types.js';
import { counters } from '../state/packages.js';
import { amount, type PackageTexts, price, usePackageText } from '../text/packages.js';
import { moment } from '../text/text.js';

interface CardProps {
  organization: Organization;
  /** Whether the role decides requests; others read them. */
  mayDecide: boolean;
  onApprove: () => void;
  onReject: () => void;
}

/** One package request: the organization, the requested package and the current one. */
export function PackageCard({ organization, mayDecide, onApprove, onReject }: CardProps) {
  const words = usePackageText();
  const { pending_request: request, subscription, billing, balances } = organization;
  return (
    <article class="card" data-testid="package-request">
      <h2>{organization.display_name}</h2>
      <p class="excerpt">{organization.purpose}</p>
      <dl class="facts">
        <dt>{words.organization}</dt>
        <dd>
          {organization.slug} <code>{organization.id}</code>
          {organization.suspended && <span class="chip chip-rejected">{words.isSuspended}</span>}
        </dd>
        {request && (
          <>
            <dt>{words.asked}</dt>
            <dd>
              <strong>{request.name}</strong>, {price(request.price_cents, request.currency)}
            </dd>
            <dt>{words.gives}</dt>
            <dd>{creditLine(request.quotas, words)}</dd>
            <dt>{words.waits}</dt>
            <dd>{moment(new Date(request.requested_at).toISOString())}</dd>
          </>
        )}
        <dt>{words.has}</dt>
        <dd>{subscription?.name ?? words.nothing}</dd>
        <dt>{words.credits}</dt>
        <dd>{creditLine(balances, words)}</dd>
        {billing && (
          <>
            <dt>{words.invoice}</dt>
            <dd>
              {[billing.legal_name, billing.tax_office, billing.tax_id, billing.city, billing.country].join(', ')}
            </dd>
          </>
        )}
      </dl>
      {mayDecide && <Decide onApprove={onApprove} onReject={onReject} />}
    </article>
  );
}

function Decide({ onApprove, onReject }: Pick<CardProps, 'onApprove' | 'onReject'>) {
  const words = usePackageText();
  return (
    <div class="deeds">
      <button type="button" class="button" data-testid="approve" aria-keyshortcuts="a" onClick={onApprove}>
        {words.approve} <Key name="a" />
      </button>
      <button type="button" class="button button-danger" data-testid="reject" aria-keyshortcuts="r" onClick={onReject}>
        {words.reject} <Key name="r" />
      </button>
    </div>
  );
}

const Key = ({ name }: { name: string }) => (
  <span class="key" aria-hidden="true">
    {name}
  </span>
);

const creditLine = (balances: Balances, words: PackageTexts): string =>
  counters.map((counter) => `${words.counters[counter]} ${amount(balances[counter])}`).join(', ');
