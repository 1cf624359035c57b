import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { DialogButtons } from '#page/ui/dialog-buttons.js';
import { useOneAtATime } from '#page/ui/workspace/use-one-at-a-time.js';
import { useKeptWords } from '../state/kept-words.js';

interface NoteFormProps {
  /** Tells the form from all others; the note is kept under it. */
  name: string;
  label: string;
  hint: string;
  submit: string;
  isNeeded?: boolean;
  isDanger?: boolean;
  /** Whether the fields of `children` are complete. */
  isReady?: boolean;
  /** Whether it is done; the note stays when it is refused. */
  onSubmit: (note: string) => Promise<boolean>;
  onCancel: () => void;
  /** Fields above the note. The first of them gets the focus, or else the note. */
  children?: ComponentChildren;
}

/** The note of a decision. Ctrl + Enter sends it, Escape cancels. */
export function NoteForm({
  name,
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
  const { words: note, setWords: setNote, forget } = useKeptWords(name);
  const { isBusy, alone } = useOneAtATime();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input, textarea')?.focus(), []);
  const isMissing = (isNeeded && note.trim() === '') || !isReady;
  const submitNote = async () => {
    if (await onSubmit(note.trim())) forget();
  };
  const send = () => void (isMissing || alone(submitNote));
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
      <DialogButtons
        submit={submit}
        testId="note-send"
        isReady={!isMissing && !isBusy}
        isBusy={isBusy}
        isDanger={isDanger}
        onClose={onCancel}
      />
    </form>
  );
}
