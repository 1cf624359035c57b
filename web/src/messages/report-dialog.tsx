import { useState } from 'preact/hooks';
import { useSettingsText } from '../account/settings-text.js';
import type { WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { Dialog } from '../ui/dialog.js';
import { DialogButtons } from '../ui/dialog-buttons.js';
import { Choice } from '../ui/fields.js';
import { FormError } from '../ui/form-error.js';
import { type Reported, sendReport } from './send-report.js';

const reasons = ['spam', 'abuse', 'untrue', 'stolen', 'other'] as const;
const TEXT_MAX = 1_000;

/** The dialog that reports a message, a person, a room or an article, and confirms the report. */
export function Report(reported: Reported) {
  const text = useSettingsText();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <p class="report" role="status" data-testid="report-done">
        {text.reported}
      </p>
    );
  }
  return (
    <p class="report">
      <button type="button" class="link" data-testid="report-open" onClick={() => setOpen(true)}>
        {text.reportTitle[reported.kind]}
      </button>
      {isOpen && <ReportDialog {...reported} onDone={() => setDone(true)} onClose={() => setOpen(false)} />}
    </p>
  );
}

interface DialogProps extends Reported {
  /** Without it, the dialog itself confirms the report. */
  onDone?: () => void;
  onClose: () => void;
}

export function ReportDialog({ kind, id, onDone, onClose }: DialogProps) {
  const text = useSettingsText();
  const [isTold, setTold] = useState(false);
  const done = onDone ?? (() => setTold(true));
  return (
    <Dialog title={text.reportTitle[kind]} onClose={onClose}>
      {isTold ? (
        <p role="status" data-testid="report-done">
          {text.reported}
        </p>
      ) : (
        <ReportForm kind={kind} id={id} onDone={done} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ReportForm({ onDone, onClose, ...reported }: Required<DialogProps>) {
  const text = useSettingsText();
  const page = useText();
  const [reason, setReason] = useState<string>('spam');
  const [words, setWords] = useState('');
  const [error, setError] = useState<WireError | null>(null);
  const send = (event: Event) => {
    event.preventDefault();
    sendReport(reported, reason, words.trim())
      .then(onDone)
      .catch((refused: unknown) => setError(wireOf(refused)));
  };
  const options = reasons.map((value) => ({ value, label: text.reportReasons[value] }));
  return (
    <form class="form" onSubmit={send}>
      <Choice label={text.reportReason} testId="report-reason" value={reason} options={options} onChange={setReason} />
      <label class="field">
        <span>{text.reportText}</span>
        <textarea
          class="input"
          rows={3}
          maxLength={TEXT_MAX}
          data-testid="report-text"
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
      </label>
      <FormError>{error && sentenceOf(page, error)}</FormError>
      <DialogButtons submit={text.reportSend} testId="report-send" onClose={onClose} />
    </form>
  );
}
