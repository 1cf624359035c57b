/** Commands about entries that an account looks at and passes on, from its owner. */
import type { ShareWay } from '#src/domain/dictionary/entry-counts.js';

export type EntryCountCommand =
  | { type: 'view_entry'; entry: number }
  /** `share` names this time and no other: it counts once, however often it is tried. */
  | { type: 'share_entry'; entry: number; via: ShareWay; share: string };

export interface EntryCountReplies {
  view_entry: null;
  share_entry: null;
}
