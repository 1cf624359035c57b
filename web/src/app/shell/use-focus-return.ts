import { useEffect } from 'preact/hooks';
import { app } from '../app-state.js';
import { focusPart } from '../focus-part.js';

/** When what stood beside the rows is closed, the focus goes back to where it was opened from. */
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

/** Nobody's focus is taken who has gone elsewhere meanwhile; on a touch screen the field would bring up its keyboard. */
function giveBack(opener: Element | null): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
  else if (matchMedia('(hover: hover)').matches) focusPart('composer');
}
