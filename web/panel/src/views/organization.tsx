import { counters } from '../api-types.js';
import { useOrganization, usePanel } from '../state/use-panel.js';
import { day, number } from '../text/numbers.js';
import { useText } from '../text/text.js';
import { OrganizationForm } from './organization-form.js';
import { SectionHead } from './parts.js';

/** The organization, or the form that creates one. */
export function OrganizationView() {
  const text = useText();
  const { organization } = usePanel();
  if (organization) return <Standing key={organization.id} />;
  return (
    <>
      <SectionHead title={text.organizationNew} hint={text.organizationNewHint} />
      <OrganizationForm organization={null} />
    </>
  );
}

function Standing() {
  const text = useText();
  const { organization, role, mayManage } = useOrganization();
  return (
    <>
      <SectionHead title={organization.display_name} hint={`${organization.slug} · ${organization.id}`} />
      <dl class="tiles">
        <div class="tile">
          <dt>{text.yourRole}</dt>
          <dd data-testid="my-role">{text.roles[role]}</dd>
        </div>
        <div class="tile">
          <dt>{text.currentPackage}</dt>
          <dd>{organization.subscription?.name ?? text.noPackage}</dd>
        </div>
        <div class="tile">
          <dt>{text.createdOn}</dt>
          <dd>{day(organization.created_at)}</dd>
        </div>
      </dl>
      <Credits />
      {mayManage ? <OrganizationForm organization={organization} /> : <ReadOnly />}
    </>
  );
}

/** The balance of each counter. */
export function Credits() {
  const text = useText();
  const { organization } = useOrganization();
  return (
    <section aria-label={text.credits}>
      <dl class="tiles" data-testid="credits">
        {counters.map((counter) => (
          <div class="tile" key={counter} data-testid={`credit-${counter}`}>
            <dt>{text.counters[counter]}</dt>
            <dd>{number(organization.balances[counter])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ReadOnly() {
  const text = useText();
  const { organization } = useOrganization();
  return (
    <section class="card">
      <p class="read-text">{organization.purpose}</p>
      <p class="note">{text.readOnly}</p>
    </section>
  );
}
