import { useSettingsText } from '../account/settings-text.js';
import type { Account } from '../api-types.js';
import { locale } from '../app/text/text.js';

const dayOf = (date: string): string => new Date(date).toLocaleDateString(locale(), { dateStyle: 'long' });

/** Facts of the account that cannot be changed. */
export function AccountFacts({ account }: { account: Account }) {
  const text = useSettingsText();
  const { birth_date, gender, created_at, premium } = account;
  return (
    <section class="panel-card form" data-testid="known-facts">
      <h3 class="facts-title">{text.verified}</h3>
      <dl class="facts">
        <dt>{text.birthDate}</dt>
        <dd>{birth_date === null ? '–' : dayOf(birth_date)}</dd>
        <dt>{text.gender}</dt>
        <dd>{gender === null ? '–' : (text.genders[gender] ?? gender)}</dd>
        <dt>{text.memberSince}</dt>
        <dd>{dayOf(created_at)}</dd>
      </dl>
      {premium && <p class="form-hint">{text.premium}</p>}
    </section>
  );
}
