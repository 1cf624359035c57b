import { useState } from 'preact/hooks';
import { CopyId } from '../actions/copy-id.js';
import type { AddressAccount } from '../api-types.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { moment } from '../text/text.js';
import { usePeopleText } from './people-text.js';
import { LiftDialog, SuspendDialog } from './suspension-dialogs.js';
import { SuspensionChip, SuspensionNote } from './suspension-note.js';

/** An account of `/v1`, which logs in with an e-mail address. */
export function AddressCard({ account: found }: { account: AddressAccount }) {
  const text = usePeopleText();
  const [account, setAccount] = useState(found);
  const { id, email, verified_at, created_at, open_sessions, suspension } = account;
  return (
    <article class="card profile-card" data-testid="address-account">
      <h2>{email}</h2>
      <p class="card-topic">
        <span class="chip">{text.address}</span>
        <SuspensionChip suspension={suspension} />
      </p>
      <CopyId id={id} />
      <SuspensionNote suspension={suspension} />
      <dl class="facts">
        <dt>{text.createdAt}</dt>
        <dd>{moment(created_at)}</dd>
        <dt>{text.verified}</dt>
        <dd>{verified_at === null ? text.notVerified : moment(verified_at)}</dd>
        <dt>{text.openSessions}</dt>
        <dd>{open_sessions}</dd>
      </dl>
      <p class="note">{text.addressHint}</p>
      <AddressActions account={account} onChanged={setAccount} />
    </article>
  );
}

interface AddressActionsProps {
  account: AddressAccount;
  onChanged: (account: AddressAccount) => void;
}

function AddressActions({ account: { id, email, suspension }, onChanged }: AddressActionsProps) {
  const text = usePeopleText();
  const may = useMay();
  const [open, setOpen] = useState<'suspend' | 'lift' | null>(null);
  const close = () => setOpen(null);
  const done = ({ account }: { account: AddressAccount }) => onChanged(account);
  const path = { id };
  return (
    <div class="deeds">
      {may('suspendV1Account') && (
        <button type="button" class="button" data-testid="suspend" onClick={() => setOpen('suspend')}>
          {suspension ? text.suspendAgain : text.suspend}
        </button>
      )}
      {suspension && may('liftV1Suspension') && (
        <button type="button" class="button button-quiet" data-testid="lift" onClick={() => setOpen('lift')}>
          {text.lift}
        </button>
      )}
      {open === 'suspend' && (
        <SuspendDialog
          who={email}
          run={(body) => service('PUT /api/console/v1-accounts/{id}/suspension', { path, body })}
          onDone={done}
          onClose={close}
        />
      )}
      {open === 'lift' && (
        <LiftDialog
          who={email}
          run={(reason) => service('DELETE /api/console/v1-accounts/{id}/suspension', { path, query: { reason } })}
          onDone={done}
          onClose={close}
        />
      )}
    </div>
  );
}
