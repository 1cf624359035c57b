import { useEffect } from 'preact/hooks';
import { app } from '../app-state.js';
import { focusPart } from '../focus-part.js';

/** When the side panel closes, the focus returns to the element that opened it. */
export function useFocusReturn(): void {
  useEffect(() => {
    let wasOpen = app.get().panel !== null;
    let opener: Element | null = null;
    return app.subscribe(() => {
      const isOpen = app.get().panel !== null;
      if (isOpen === wasOpen) return;
      wasOpen = isOpen;
      if (isOpen) opener = document.activeElement;
      else requestAnimationFrame(() => giveBack(opener));
    });
  }, []);
}

/** A focus that has moved in the meantime stays. On a touch screen a focused field would open the keyboard. */
function giveBack(opener: Element | null): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
  else if (matchMedia('(hover: hover)').matches) focusPart('composer');
}
