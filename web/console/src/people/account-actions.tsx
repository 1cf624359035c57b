import { useState } from 'preact/hooks';
import { go } from '#page/ui/workspace/route.js';
import { ActionDialog } from '../actions/action-dialog.js';
import type { Account } from '../api-types.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { usePeopleText } from './people-text.js';
import { LiftDialog, SuspendDialog, type SuspensionBody } from './suspension-dialogs.js';

type Action = 'suspend' | 'lift' | 'sessions' | 'erase';

interface ActionsProps {
  account: Account;
  onChanged: () => void;
}

/** What the role may do about the account: one button each, and its dialog. */
export function AccountActions({ account, onChanged }: ActionsProps) {
  const text = usePeopleText();
  const may = useMay();
  const [open, setOpen] = useState<Action | null>(null);
  const isSuspended = account.suspension !== null;
  const Opened = open && dialogs[open];
  return (
    <div class="deeds profile-deeds">
      {may('suspendAccount') && (
        <button type="button" class="button" data-testid="suspend" onClick={() => setOpen('suspend')}>
          {isSuspended ? text.suspendAgain : text.suspend}
        </button>
      )}
      {isSuspended && may('liftSuspension') && (
        <button type="button" class="button button-quiet" data-testid="lift" onClick={() => setOpen('lift')}>
          {text.lift}
        </button>
      )}
      {may('endSessions') && (
        <button
          type="button"
          class="button button-quiet"
          data-testid="end-sessions"
          onClick={() => setOpen('sessions')}
        >
          {text.endSessions}
        </button>
      )}
      {may('eraseAccountAsOperator') && (
        <button type="button" class="button button-danger-quiet" data-testid="erase" onClick={() => setOpen('erase')}>
          {text.erase}
        </button>
      )}
      {Opened && <Opened account={account} onChanged={onChanged} onClose={() => setOpen(null)} />}
    </div>
  );
}

interface OpenedProps extends ActionsProps {
  onClose: () => void;
}

const nameOf = ({ username, id }: Account): string => (username === null ? id : `@${username}`);

function SuspendAccount({ account, onChanged, onClose }: OpenedProps) {
  const path = { id: account.id };
  const suspend = (body: SuspensionBody) => service('PUT /api/console/accounts/{id}/suspension', { path, body });
  return <SuspendDialog who={nameOf(account)} run={suspend} onDone={onChanged} onClose={onClose} />;
}

function LiftFromAccount({ account, onChanged, onClose }: OpenedProps) {
  const path = { id: account.id };
  const lift = (reason: string) => service('DELETE /api/console/accounts/{id}/suspension', { path, query: { reason } });
  return <LiftDialog who={nameOf(account)} run={lift} onDone={onChanged} onClose={onClose} />;
}

function SessionsDialog({ account, onChanged, onClose }: OpenedProps) {
  const text = usePeopleText();
  const end = async (reason: string) => {
    await service('POST /api/console/accounts/{id}/sessions/end', { path: { id: account.id }, body: { reason } });
    onChanged();
  };
  return (
    <ActionDialog
      title={text.endSessions}
      lead={text.endSessionsLead(nameOf(account))}
      submit={text.endSessions}
      done={text.sessionsEnded}
      run={end}
      onClose={onClose}
    />
  );
}

function EraseDialog({ account, onClose }: OpenedProps) {
  const text = usePeopleText();
  const erase = async (reason: string) => {
    await service('DELETE /api/console/accounts/{id}', { path: { id: account.id }, query: { reason } });
    go('people');
  };
  return (
    <ActionDialog
      title={text.erase}
      lead={text.eraseLead(nameOf(account))}
      submit={text.erase}
      done={text.erased}
      word={account.username ?? account.id}
      run={erase}
      onClose={onClose}
    />
  );
}

const dialogs = { suspend: SuspendAccount, lift: LiftFromAccount, sessions: SessionsDialog, erase: EraseDialog };
