import { CopyId } from '../actions/copy-id.js';
import type { AddressAccount } from '../api-types.js';
import { moment } from '../text/text.js';
import { usePeopleText } from './people-text.js';

/** An account of `/v1`, which logs in with an e-mail address. */
export function AddressCard({
  account: { id, email, verified_at, created_at, open_sessions },
}: {
  account: AddressAccount;
}) {
  const text = usePeopleText();
  return (
    <article class="card profile-card" data-testid="address-account">
      <h2>{email}</h2>
      <p class="card-topic">
        <span class="chip">{text.address}</span>
      </p>
      <CopyId id={id} />
      <dl class="facts">
        <dt>{text.createdAt}</dt>
        <dd>{moment(created_at)}</dd>
        <dt>{text.verified}</dt>
        <dd>{verified_at === null ? text.notVerified : moment(verified_at)}</dd>
        <dt>{text.openSessions}</dt>
        <dd>{open_sessions}</dd>
      </dl>
      <p class="note">{text.addressHint}</p>
    </article>
  );
}
