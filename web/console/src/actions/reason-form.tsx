import { useState } from 'preact/hooks';
import { LineField } from '#page/ui/workspace/field.js';
import { useActionText } from './actions-text.js';

export const REASON_MAX = 500;

interface ReasonFormProps {
  submit: string;
  /** A reason to begin with. */
  begun?: string;
  onSubmit: (reason: string) => void;
}

/** Asks for the reason before private content is shown. */
export function ReasonForm({ submit, begun = '', onSubmit }: ReasonFormProps) {
  const [reason, setReason] = useState(begun);
  return (
    <form
      class="reason-form"
      data-testid="look-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onSubmit(reason.trim());
      }}
    >
      <LookReason reason={reason} onInput={setReason} />
      <button type="submit" class="button" data-testid="look" disabled={!reason.trim()}>
        {submit}
      </button>
    </form>
  );
}

/** The reason is recorded, although only something is shown. */
export function LookReason({ reason, onInput }: { reason: string; onInput: (reason: string) => void }) {
  const text = useActionText();
  return (
    <LineField
      label={text.reason}
      hint={text.lookHint}
      testId="look-reason"
      max={REASON_MAX}
      value={reason}
      onInput={onInput}
    />
  );
}
