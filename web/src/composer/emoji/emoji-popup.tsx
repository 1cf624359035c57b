import { lazy } from '#page/ui/lazy.js';

/** The table and its grid come when they are first wanted. */
export const EmojiPicker = lazy(
  () => import('./emoji-picker.js').then(({ EmojiPicker: Picker }) => Picker),
  (inner) => <div class="emoji-picker emoji-loading">{inner}</div>,
);
