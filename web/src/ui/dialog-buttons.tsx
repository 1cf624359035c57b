import { defineTexts } from '../app/text/define-texts.js';

/** Defined here, because all pages have such buttons and their own texts. */
export const { useTexts: useCancelText } = defineTexts({ en: 'Cancel', tr: 'Vazgeç' });

interface DialogButtonsProps {
  /** The label names the action; without one the dialog is only closed. */
  submit?: string;
  testId?: string;
  cancelTestId?: string;
  isReady?: boolean;
  isBusy?: boolean;
  isDanger?: boolean;
  /** Without it the button submits the form around it. */
  onSubmit?: () => void;
  onClose: () => void;
}

/** The end of a dialog: a way back, and the action. */
export function DialogButtons(props: DialogButtonsProps) {
  const { submit, testId = 'form-submit', cancelTestId, isReady = true, isBusy, isDanger = false } = props;
  const { onSubmit, onClose } = props;
  return (
    <div class="form-buttons">
      <button type="button" class="button button-quiet" data-testid={cancelTestId} onClick={onClose}>
        {useCancelText()}
      </button>
      {submit && (
        <button
          type={onSubmit ? 'button' : 'submit'}
          class={isDanger ? 'button button-danger' : 'button'}
          data-testid={testId}
          disabled={!isReady}
          aria-busy={isBusy}
          onClick={onSubmit}
        >
          {submit}
        </button>
      )}
    </div>
  );
}
