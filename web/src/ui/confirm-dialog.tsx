import { Dialog } from './dialog.js';

import { DialogButtons } from './dialog-buttons.js';

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
  const agree = () => {
    onYes();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{question}</p>
      <DialogButtons
        submit={yes}
        testId="confirm-yes"
        cancelTestId="confirm-no"
        isDanger={isDanger}
        onSubmit={agree}
        onClose={onClose}
      />
    </Dialog>
  );
}
