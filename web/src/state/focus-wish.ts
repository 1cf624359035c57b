/** Opening a room leads into its field: it takes the focus once it is on the screen. */
let isWished = false;

export const wishFocus = (): void => {
  isWished = true;
};

/** On a touch screen the field would bring up its keyboard over the rows, so the focus is left to the finger there. */
export function wishFocusByPointer(): void {
  if (matchMedia('(hover: hover)').matches) wishFocus();
}

export function takeWish(): boolean {
  const was = isWished;
  isWished = false;
  return was;
}
