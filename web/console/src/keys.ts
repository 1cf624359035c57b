import { useLayoutEffect, useRef } from 'preact/hooks';

/** Keys that act again while they are held. Any other one would go on to decide about the next row. */
const REPEATED = new Set(['j', 'k']);

/** Binds keyboard shortcuts. They are off while a field has the focus or a dialog is open. */
export function useKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  // A layout effect, so that a fast keystroke acts on the rows that are on the screen.
  useLayoutEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      if (!event.repeat || REPEATED.has(event.key)) act();
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, []);
}

/** Whether the element takes text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
