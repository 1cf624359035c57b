import { useState } from 'preact/hooks';
import { ChoiceField } from '#page/ui/workspace/field.js';
import { SuspensionFields, useSuspension } from '../actions/suspension-fields.js';
import type { Report, ReportAction } from '../api-types.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { NoteForm } from '../views/note-form.js';
import { actionsFor } from './reported.js';
import { useReportText } from './reports-text.js';

export const decisions = ['uphold', 'dismiss'] as const;
export type Decision = (typeof decisions)[number];

export interface Settlement {
  decision: Decision;
  note: string | null;
  action: { type: ReportAction; until?: string | null; public_reason?: string | null } | null;
}

export const settle = ({ id }: Report, body: Settlement) =>
  service('POST /api/console/reports/{id}/decision', { path: { id }, body });

interface DecisionFormProps {
  report: Report;
  decision: Decision;
  /** Whether it is settled now. */
  onSettle: (settlement: Settlement) => Promise<boolean>;
  onCancel: () => void;
}

/** The decision, its note, and with “uphold” the action that is taken in the same step. */
export function DecisionForm({ report, decision, onSettle, onCancel }: DecisionFormProps) {
  const text = useReportText();
  const may = useMay();
  const [action, setAction] = useState<ReportAction | ''>('');
  const suspension = useSuspension();
  const offered = decision === 'uphold' ? actionsFor(report, may) : [];
  const isSuspension = action === 'suspend_account';
  const send = (note: string) => {
    const taken = action === '' ? null : { type: action, ...(isSuspension && suspension.body()) };
    return onSettle({ decision, note: note || null, action: taken });
  };
  const nameOf = (one: ReportAction) =>
    one === 'suspend_account' && report.kind === 'message' ? text.actions.suspend_author : text.actions[one];
  return (
    <NoteForm
      name={`${decision} ${report.id}`}
      label={text.note}
      hint={text.noteHint}
      submit={action === '' ? text[decision] : `${text[decision]}: ${nameOf(action)}`}
      isDanger={decision === 'uphold'}
      isReady={!isSuspension || suspension.isReady}
      onSubmit={send}
      onCancel={onCancel}
    >
      {offered.length > 0 && (
        <ChoiceField
          label={text.action}
          hint={text.actionHint}
          testId="report-action"
          value={action}
          nothing={text.noAction}
          options={offered.map((value) => ({ value, label: nameOf(value) }))}
          onChange={(value) => setAction(value as ReportAction | '')}
        />
      )}
      {isSuspension && <SuspensionFields draft={suspension} />}
    </NoteForm>
  );
}
