import { useEffect, useRef, useState } from 'preact/hooks';
import { useText } from '../text/text.js';

interface NoteFormProps {
  label: string;
  hint: string;
  submit: string;
  isNeeded?: boolean;
  isDanger?: boolean;
  onSubmit: (note: string) => void;
  onCancel: () => void;
}

/** The note of a decision. Ctrl + Enter sends it, Escape cancels. */
export function NoteForm({
  label,
  hint,
  submit,
  isNeeded = false,
  isDanger = true,
  onSubmit,
  onCancel,
}: NoteFormProps) {
  const text = useText();
  const [note, setNote] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);
  const isMissing = isNeeded && note.trim() === '';
  const send = () => !isMissing && onSubmit(note.trim());
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      class="form note-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label class="field">
        <span>{label}</span>
        <textarea
          ref={area}
          class="input"
          rows={3}
          maxLength={500}
          aria-describedby="note-hint"
          data-testid="note"
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
          onKeyDown={hear}
        />
      </label>
      <p class="form-hint" id="note-hint">
        {hint}
      </p>
      <div class="form-buttons">
        <button type="button" class="button button-quiet" onClick={onCancel}>
          {text.cancel}
        </button>
        <button
          type="submit"
          class={isDanger ? 'button button-danger' : 'button'}
          data-testid="note-send"
          disabled={isMissing}
        >
          {submit}
        </button>
      </div>
    </form>
  );
}
