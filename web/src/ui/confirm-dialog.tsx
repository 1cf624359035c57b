import { defineTexts } from '../app/text/define-texts.js';
import { Dialog } from './dialog.js';

/** Defined here, because all pages ask questions and have their own texts. */
export const { useTexts: useCancelText } = defineTexts({ en: 'Cancel', tr: 'Vazgeç' });

interface QuestionProps {
  title: string;
  question: string;
  /** The label of the button that agrees; it names the action. */
  yes: string;
  isDanger?: boolean;
  onYes: () => void;
  /** Called in every case, after `onYes`. */
  onClose: () => void;
}

/** The confirmation dialog of an action that cannot be undone. */
export function ConfirmDialog({ title, question, yes, isDanger = false, onYes, onClose }: QuestionProps) {
  const cancel = useCancelText();
  const agree = () => {
    onYes();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{question}</p>
      <div class="form-buttons">
        <button type="button" class="button button-quiet" data-testid="confirm-no" onClick={onClose}>
          {cancel}
        </button>
        <button
          type="button"
          class={isDanger ? 'button button-danger' : 'button'}
          data-testid="confirm-yes"
          onClick={agree}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
