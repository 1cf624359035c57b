import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { defineTexts } from '../app/text/define-texts.js';
import { Icon } from './icon.js';
import { useLayer } from './use-layer.js';

/** Defined here, because the panel and the console show dialogs too and have other texts. */
const { useTexts: useCloseText } = defineTexts({ en: 'Close', tr: 'Kapat' });

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** The browser's own modal: it keeps the focus inside, closes with Escape and gives the focus back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const close = useCloseText();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayer(onClose);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // Taken from the page, not closed: the browser would leave the focus nowhere.
    return () => before instanceof HTMLElement && before.isConnected && before.focus();
  }, []);
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; the click is the mouse's way of saying so.
    <dialog ref={dialog} class="dialog" aria-label={title} onClose={onClose} onClick={closeOutside}>
      <div class="dialog-card">
        <h2>{title}</h2>
        {children}
        {/* Last, so that a form's first field has the focus when it opens. */}
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
