/** Suspending an account and lifting that, for accounts and for those of `/v1`. */
import type { Request } from '#sdk/rest.js';
import { ActionDialog } from '../actions/action-dialog.js';
import { SuspensionFields, useSuspension } from '../actions/suspension-fields.js';
import { usePeopleText } from './people-text.js';

export type SuspensionBody = Request<'PUT /api/console/accounts/{id}/suspension'>['body'];

interface SuspendProps<T> {
  who: string;
  run: (body: SuspensionBody) => Promise<T>;
  onDone: (answer: T) => void;
  onClose: () => void;
}

export function SuspendDialog<T>({ who, run, onDone, onClose }: SuspendProps<T>) {
  const text = usePeopleText();
  const draft = useSuspension();
  return (
    <ActionDialog
      title={text.suspend}
      lead={text.suspendLead(who)}
      submit={text.suspend}
      done={text.suspended}
      isReady={draft.isReady}
      run={async (reason) => onDone(await run({ ...draft.body(), reason }))}
      onClose={onClose}
    >
      <SuspensionFields draft={draft} />
    </ActionDialog>
  );
}

interface LiftProps<T> {
  who: string;
  run: (reason: string) => Promise<T>;
  onDone: (answer: T) => void;
  onClose: () => void;
}

export function LiftDialog<T>({ who, run, onDone, onClose }: LiftProps<T>) {
  const text = usePeopleText();
  return (
    <ActionDialog
      title={text.lift}
      lead={text.liftLead(who)}
      submit={text.lift}
      done={text.lifted}
      isDanger={false}
      run={async (reason) => onDone(await run(reason))}
      onClose={onClose}
    />
  );
}
