import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** After an error, the first invalid field gets the focus. */
export function useFocusOnWrong(form: RefObject<HTMLElement | null>, wrong: object): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
}
