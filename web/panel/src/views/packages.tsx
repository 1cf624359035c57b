import { useState } from 'preact/hooks';
import { ConfirmDialog } from '#page/ui/confirm-dialog.js';
import type { PackageRequest, Product } from '../api-types.js';
import { call } from '../net/api.js';
import { withNotice } from '../state/notice.js';
import { reload, takeOrganization } from '../state/panel.js';
import { useOrganization, usePanel } from '../state/use-panel.js';
import { day } from '../text/numbers.js';
import { language, useText } from '../text/text.js';
import { Credits } from './organization.js';
import { PackageTerms } from './package-terms.js';
import { SectionHead } from './parts.js';

/** The current package, the pending request and the available packages. */
export function PackagesView() {
  const text = useText();
  const { organization, mayManage } = useOrganization();
  const { products } = usePanel();
  const { subscription, pending_request: pending } = organization;
  return (
    <>
      <SectionHead title={text.sections.packages}>
        <button type="button" class="button button-quiet" data-testid="reload" onClick={() => void reload()}>
          {text.reload}
        </button>
      </SectionHead>
      <section class="card" aria-labelledby="current-package" data-testid="current-package">
        <h2 id="current-package">{text.currentPackage}</h2>
        {subscription ? (
          <p>
            <strong>{subscription.name}</strong> <span class="note">{text.since(day(subscription.started_at))}</span>
          </p>
        ) : (
          <p class="note">{text.noPackage}</p>
        )}
        <Credits />
      </section>
      {pending && <Pending request={pending} mayManage={mayManage} />}
      {!mayManage && <p class="note">{text.readOnly}</p>}
      <ul class="products">
        {products.map((product) => (
          <ProductCard key={product.id} product={product} />
        ))}
      </ul>
    </>
  );
}

function Pending({ request, mayManage }: { request: PackageRequest; mayManage: boolean }) {
  const text = useText();
  const withdraw = async () => {
    await withNotice(call('DELETE /api/panel/organization/package/request'), text.withdrawn);
    await reload();
  };
  return (
    <section class="card card-waiting" data-testid="pending-package" aria-labelledby="pending-package">
      <h2 id="pending-package">{text.pendingPackage}</h2>
      <p>
        <strong>{request.name}</strong> <span class="note">{text.askedOn(day(request.requested_at))}</span>
      </p>
      {mayManage && (
        <div>
          <button type="button" class="button button-quiet" data-testid="withdraw" onClick={() => void withdraw()}>
            {text.withdraw}
          </button>
        </div>
      )}
    </section>
  );
}

function ProductCard({ product }: { product: Product }) {
  const text = useText();
  const { organization, mayManage } = useOrganization();
  const [isAsking, setAsking] = useState(false);
  const isCurrent = organization.subscription?.product_id === product.id;
  const isPending = organization.pending_request?.product_id === product.id;
  const isFree = product.price_cents === 0;
  const take = async () => {
    const request = { query: { lang: language() }, body: { product_id: product.id } };
    const work = call('POST /api/panel/organization/package', request);
    const answer = await withNotice(work, isFree ? text.packageOpened : text.packageAsked);
    if (answer) takeOrganization(answer.value);
  };
  // A free package opens at once and ends the current one, so the page asks for confirmation.
  const choose = () => (isFree && organization.subscription ? setAsking(true) : void take());
  return (
    <li class="card product" data-testid={`product-${product.slug}`}>
      <div class="product-head">
        <h2>{product.name}</h2>
        {isCurrent && <span class="chip">{text.isCurrent}</span>}
        {isPending && <span class="chip chip-waiting">{text.isPending}</span>}
      </div>
      <PackageTerms terms={product} />
      {mayManage && (
        <button
          type="button"
          class="button"
          data-testid="take-package"
          disabled={isPending}
          aria-label={`${isFree ? text.takePackage : text.askPackage}: ${product.name}`}
          onClick={choose}
        >
          {isFree ? text.takePackage : text.askPackage}
        </button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={product.name}
          question={text.packageQuestion(product.name)}
          yes={text.takePackage}
          onYes={() => void take()}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  );
}
