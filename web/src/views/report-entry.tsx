import { useState } from 'preact/hooks';
import { wireOf } from '../net/api.js';
import { reportEntry } from '../state/discover-data.js';
import { useDiscoverText } from '../text/discover-text.js';
import { sentenceOf, useText } from '../text/text.js';
import type { WireError } from '../wire.js';
import { Dialog } from './dialog.js';
import { Choice } from './fields.js';

const reasons = ['spam', 'abuse', 'untrue', 'stolen', 'other'] as const;
const TEXT_MAX = 1_000;

/** Tells the operators that something is wrong with an article. */
export function ReportEntry({ id }: { id: number }) {
  const text = useDiscoverText();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <p class="report-entry" role="status" data-testid="report-done">
        {text.reported}
      </p>
    );
  }
  return (
    <p class="report-entry">
      <button type="button" class="link" data-testid="report-open" onClick={() => setOpen(true)}>
        {text.report}
      </button>
      {isOpen && <ReportForm id={id} onDone={() => setDone(true)} onClose={() => setOpen(false)} />}
    </p>
  );
}

function ReportForm({ id, onDone, onClose }: { id: number; onDone: () => void; onClose: () => void }) {
  const text = useDiscoverText();
  const page = useText();
  const [reason, setReason] = useState<string>('spam');
  const [words, setWords] = useState('');
  const [error, setError] = useState<WireError | null>(null);
  const send = (event: Event) => {
    event.preventDefault();
    reportEntry(id, reason, words.trim())
      .then(onDone)
      .catch((refused: unknown) => setError(wireOf(refused)));
  };
  const options = reasons.map((value) => ({ value, label: text.reportReasons[value] }));
  return (
    <Dialog title={text.report} onClose={onClose}>
      <form class="form" onSubmit={send}>
        <Choice
          label={text.reportReason}
          testId="report-reason"
          value={reason}
          options={options}
          onChange={setReason}
        />
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
        {error && (
          <p class="form-error" role="alert">
            {sentenceOf(page, error)}
          </p>
        )}
        <div class="form-buttons">
          <button type="button" class="button button-quiet" onClick={onClose}>
            {page.cancel}
          </button>
          <button type="submit" class="button" data-testid="report-send">
            {text.reportSend}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
