/** Opening a room moves the focus into its composer once the room is rendered. */
let isWished = false;

export const requestFocus = (): void => {
  isWished = true;
};

/** On a touch screen the focus would open the keyboard over the messages, so it is not requested there. */
export function requestFocusByPointer(): void {
  if (matchMedia('(hover: hover)').matches) requestFocus();
}

export function takeFocusRequest(): boolean {
  const was = isWished;
  isWished = false;
  return was;
}
