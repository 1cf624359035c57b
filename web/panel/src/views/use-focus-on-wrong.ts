import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** After a refusal the focus goes to the first field that is wrong. */
export function useFocusOnWrong(form: RefObject<HTMLElement | null>, wrong: object): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
}
