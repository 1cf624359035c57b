import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '#page/views/icon.js';
import { useText } from '../text/text.js';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** The browser's own modal: it keeps the focus inside, closes with Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog" aria-label={title} onClose={onClose}>
      <div class="dialog-card">
        <h2>{title}</h2>
        {children}
        <button type="button" class="icon-button dialog-close" title={text.close} onClick={onClose}>
          <Icon name="close" />
          <span class="unseen">{text.close}</span>
        </button>
      </div>
    </dialog>
  );
}

interface QuestionProps {
  title: string;
  question: string;
  yes: string;
  isDanger?: boolean;
  onYes: () => void;
  onClose: () => void;
}

/** Asked before what cannot be taken back. */
export function Question({ title, question, yes, isDanger = false, onYes, onClose }: QuestionProps) {
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
