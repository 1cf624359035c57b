import { useState } from 'preact/hooks';
import { go } from '#page/ui/workspace/route.js';
import { ActionDialog } from '../actions/action-dialog.js';
import { UntilField, useUntil } from '../actions/until-field.js';
import type { Account } from '../api-types.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { usePeopleText } from './people-text.js';

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

function SuspendDialog({ account, onChanged, onClose }: OpenedProps) {
  const text = usePeopleText();
  const until = useUntil();
  const suspend = async (reason: string) => {
    const path = { id: account.id };
    await service('PUT /api/console/accounts/{id}/suspension', { path, body: { until: until.value(), reason } });
    onChanged();
  };
  return (
    <ActionDialog
      title={text.suspend}
      lead={text.suspendLead(nameOf(account))}
      submit={text.suspend}
      done={text.suspended}
      isReady={until.isReady}
      run={suspend}
      onClose={onClose}
    >
      <UntilField until={until} />
    </ActionDialog>
  );
}

function LiftDialog({ account, onChanged, onClose }: OpenedProps) {
  const text = usePeopleText();
  const lift = async (reason: string) => {
    await service('DELETE /api/console/accounts/{id}/suspension', { path: { id: account.id }, query: { reason } });
    onChanged();
  };
  return (
    <ActionDialog
      title={text.lift}
      lead={text.liftLead(nameOf(account))}
      submit={text.lift}
      done={text.lifted}
      isDanger={false}
      run={lift}
      onClose={onClose}
    />
  );
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

const dialogs = { suspend: SuspendDialog, lift: LiftDialog, sessions: SessionsDialog, erase: EraseDialog };
