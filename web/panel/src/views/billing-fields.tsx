import { ChoiceField, LineField } from '#page/ui/workspace/field.js';
import { type BillingField, neededBilling, spareBilling } from '../state/organization-draft.js';
import { countries } from '../text/countries.js';
import { useText } from '../text/text.js';
import type { PartProps } from './organization-part.js';

const LONGEST = 200;

/** The invoice fields. */
export function BillingFields(part: PartProps) {
  const text = useText();
  return (
    <fieldset class="billing">
      <legend>{text.billing}</legend>
      {[...neededBilling, ...spareBilling].map((field) => (
        <BillingLine key={field} field={field} {...part} />
      ))}
    </fieldset>
  );
}

function BillingLine({ field, draft: { billing }, wrong, change }: PartProps & { field: BillingField }) {
  const text = useText();
  const put = (value: string) => change({ billing: { ...billing, [field]: value } });
  const told = {
    label: text.billingFields[field],
    testId: `billing-${field}`,
    wrong: wrong[`billing.${field}`],
    isOptional: (spareBilling as readonly string[]).includes(field),
  };
  if (field === 'country') {
    return <ChoiceField {...told} nothing={text.choose} value={billing.country} options={countries()} onChange={put} />;
  }
  const isTax = field === 'tax_id' && billing.country === 'TR';
  return (
    <LineField
      {...told}
      hint={isTax ? text.taxIdHint : undefined}
      keys={field === 'contact_phone' ? 'tel' : 'text'}
      max={LONGEST}
      value={billing[field]}
      onInput={put}
    />
  );
}
