/** Moves the focus to a part of the open room; false when the part is not rendered. */
export function focusPart(part: 'composer' | 'rows'): boolean {
  const element = document.querySelector<HTMLElement>(`[data-testid="${part}"]`);
  const target = element?.querySelector<HTMLElement>('[tabindex="0"]') ?? element;
  if (!target || target.matches(':disabled')) return false;
  if (!target.matches('textarea, [tabindex]')) target.tabIndex = -1;
  target.focus();
  return true;
}
