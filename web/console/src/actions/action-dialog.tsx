import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '#page/ui/dialog.js';
import { DialogButtons } from '#page/ui/dialog-buttons.js';
import { LineField, TextField } from '#page/ui/workspace/field.js';
import { useKeptWords } from '../state/kept-words.js';
import { notify, problemOf } from '../state/notice.js';
import { useActionText } from './actions-text.js';
import { REASON_MAX } from './reason-form.js';

interface ActionDialogProps {
  title: string;
  /** What happens, in a sentence. */
  lead: string;
  submit: string;
  /** The notice of a success. */
  done: string;
  isDanger?: boolean;
  /** The word that the operator types before an action that cannot be undone. */
  word?: string | undefined;
  /** Whether the fields of `children` are complete. */
  isReady?: boolean;
  run: (reason: string) => Promise<unknown>;
  onClose: () => void;
  /** Fields above the reason. */
  children?: ComponentChildren;
}

/** Asks for the reason of an action, does it, and stays open with the error when it is refused. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, lead, submit, isDanger = true, word, onClose, children } = props;
  const text = useActionText();
  const { reason, setReason, typed, setTyped, problem, isBusy, canSend, send } = useAction(props);
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        data-testid="action-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
        onKeyDown={hear}
      >
        <p>{lead}</p>
        {children}
        <TextField
          label={text.reason}
          hint={text.reasonHint}
          testId="reason"
          max={REASON_MAX}
          value={reason}
          onInput={setReason}
        />
        {word !== undefined && (
          <LineField label={text.typeWord(word)} testId="confirm-word" value={typed} onInput={setTyped} />
        )}
        {problem && (
          <p class="form-error" role="alert" data-testid="action-problem">
            {problem}
          </p>
        )}
        <DialogButtons
          submit={submit}
          testId="action-send"
          isReady={canSend}
          isBusy={isBusy}
          isDanger={isDanger}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function useAction({ title, lead, word, isReady = true, run, done, onClose }: ActionDialogProps) {
  const { words: reason, setWords: setReason, forget } = useKeptWords(`${title} ${lead}`);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const canSend = isReady && !isBusy && reason.trim() !== '' && (word === undefined || typed.trim() === word);
  const send = async () => {
    if (!canSend) return;
    setBusy(true);
    setProblem(null);
    try {
      await run(reason.trim());
      forget();
      notify(done);
      onClose();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(false);
    }
  };
  return { reason, setReason, typed, setTyped, problem, isBusy, canSend, send };
}
