import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { DialogButtons } from '#page/ui/dialog-buttons.js';

interface NoteFormProps {
  label: string;
  hint: string;
  submit: string;
  isNeeded?: boolean;
  isDanger?: boolean;
  /** Whether the fields of `children` are complete. */
  isReady?: boolean;
  onSubmit: (note: string) => void;
  onCancel: () => void;
  /** Fields above the note. The first of them gets the focus, or else the note. */
  children?: ComponentChildren;
}

/** The note of a decision. Ctrl + Enter sends it, Escape cancels. */
export function NoteForm({
  label,
  hint,
  submit,
  isNeeded = false,
  isDanger = true,
  isReady = true,
  onSubmit,
  onCancel,
  children,
}: NoteFormProps) {
  const [note, setNote] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input, textarea')?.focus(), []);
  const isMissing = (isNeeded && note.trim() === '') || !isReady;
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
      ref={form}
      class="form note-form"
      onKeyDown={hear}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {children}
      <label class="field">
        <span>{label}</span>
        <textarea
          class="input"
          rows={3}
          maxLength={500}
          aria-describedby="note-hint"
          data-testid="note"
          value={note}
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <p class="form-hint" id="note-hint">
        {hint}
      </p>
      <DialogButtons submit={submit} testId="note-send" isReady={!isMissing} isDanger={isDanger} onClose={onCancel} />
    </form>
  );
}
