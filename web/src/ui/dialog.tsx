import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { defineTexts } from '../app/text/define-texts.js';
import { Icon } from './icon.js';
import { useLayer } from './use-layer.js';

/** Defined here, because the panel and the console use dialogs too and have their own texts. */
const { useTexts: useCloseText } = defineTexts({ en: 'Close', tr: 'Kapat' });

interface DialogProps {
  title: string;
  onClose: () => void;
  /** A fixed size, for a dialog whose parts change. */
  isLarge?: boolean;
  children: ComponentChildren;
}

/** The browser's modal dialog: traps the focus, closes with Escape and returns the focus. */
export function Dialog({ title, onClose, isLarge = false, children }: DialogProps) {
  const close = useCloseText();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayer(onClose, true);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // The dialog is removed instead of closed, so the browser does not return the focus.
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog; a click on the backdrop does the same.
    <dialog
      ref={dialog}
      class={isLarge ? 'dialog dialog-large' : 'dialog'}
      aria-label={title}
      onClose={onClose}
      onClick={closeOutside}
    >
      <div class="dialog-card">
        <h2>{title}</h2>
        {children}
        {/* Last in the DOM, so that the first field of a form gets the focus. */}
        <button
          type="button"
          class="icon-button dialog-close"
          title={close}
          data-testid="dialog-close"
          onClick={onClose}
        >
          <Icon name="close" />
          <span class="unseen">{close}</span>
        </button>
      </div>
    </dialog>
  );
}
