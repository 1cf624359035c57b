/** Opening a room leads into its field: it takes the focus once it is on the screen. */
let isWished = false;

export const requestFocus = (): void => {
  isWished = true;
};

/** On a touch screen the field would bring up its keyboard over the rows, so the focus is left to the finger there. */
export function requestFocusByPointer(): void {
  if (matchMedia('(hover: hover)').matches) requestFocus();
}

export function takeFocusRequest(): boolean {
  const was = isWished;
  isWished = false;
  return was;
}
