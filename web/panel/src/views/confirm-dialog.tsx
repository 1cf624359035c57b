import { Dialog } from '#page/ui/dialog.js';
import { useText } from '../text/text.js';

interface QuestionProps {
  title: string;
  question: string;
  yes: string;
  isDanger?: boolean;
  onYes: () => void;
  onClose: () => void;
}

/** The confirmation dialog of an action that cannot be undone. */
export function ConfirmDialog({ title, question, yes, isDanger = false, onYes, onClose }: QuestionProps) {
  const text = useText();
  const answer = () => {
    onClose();
    onYes();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{question}</p>
      <div class="form-buttons">
        <button type="button" class="button button-quiet" onClick={onClose}>
          {text.cancel}
        </button>
        <button
          type="button"
          class={isDanger ? 'button button-danger' : 'button'}
          data-testid="question-yes"
          onClick={answer}
        >
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
