import { lazy } from '#page/ui/lazy.js';

/** Loads the picker on first use. */
export const EmojiPicker = lazy(
  () => import('./emoji-picker.js').then(({ EmojiPicker: Picker }) => Picker),
  (inner) => <div class="emoji-picker emoji-loading">{inner}</div>,
);
