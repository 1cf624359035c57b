/** Who went to a room by the keyboard goes on writing there: the field takes the focus once it is on the screen. */
let isWished = false;

export const wishFocus = (): void => {
  isWished = true;
};

export function takeWish(): boolean {
  const was = isWished;
  isWished = false;
  return was;
}
