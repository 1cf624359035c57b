/**
 * The commands of an organization's sponsored items and their answers. The actor's id is the
 * organization's. Nothing of it is kept in memory: every command looks, decides, and is committed under guards.
 */
import type { ActorClient } from '#actors/runtime/client.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { ReviewDecision, SponsoredContent, SponsoredId, SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import type { Mark, Marked } from './mark.js';

export type { Mark, Marked } from './mark.js';
export { createSponsoredMarks, type SponsoredMarks } from './marks.js';

/** Where one file may be uploaded to. */
export interface ImageTarget {
  key: string;
  contentType: string;
  bytesMax: number;
}

interface ByPerson {
  by: AccountId;
}

interface OnItem extends ByPerson {
  itemId: SponsoredId;
}

/** The panel: owner, admin and ads of the organization. */
type PanelCommand =
  | (ByPerson & { type: 'create_item'; itemId: SponsoredId; content: SponsoredContent })
  /** Only the fields that are sent change. A rejected or paused item becomes a draft again. */
  | (OnItem & { type: 'edit_item'; changes: Partial<SponsoredContent> })
  | (OnItem & { type: 'delete_item' })
  | (OnItem & { type: 'submit_item' })
  | (OnItem & { type: 'pause_item' })
  | (OnItem & { type: 'resume_item' })
  | (ByPerson & { type: 'presign_images'; contentType: string; thumbType: string; bytesMax: number });

export type SponsoredCommand =
  | PanelCommand
  /** Operators. The same request again changes nothing. */
  | {
      type: 'review_item';
      itemId: SponsoredId;
      decision: ReviewDecision;
      reason: string | null;
      requestId: string;
    }
  /** From accounts that were offered it; many at once. */
  | { type: 'count'; marks: Mark[] }
  /** The end of items whose time is over, asked for by the job. */
  | { type: 'end_over' }
  /** From the file check: an uploaded file differs from its declaration. */
  | { type: 'remove_image'; key: string; itemId: SponsoredId }
  /** The organization, when its impression credit was taken or set to nothing. */
  | { type: 'credit_ran_out' }
  /** From the organization when it ends: its live items end, its uploads are deleted. */
  | { type: 'close_items' };

export interface SponsoredReplies {
  create_item: SponsoredItem;
  edit_item: SponsoredItem;
  delete_item: null;
  submit_item: SponsoredItem;
  pause_item: SponsoredItem;
  resume_item: SponsoredItem;
  presign_images: { full: ImageTarget; thumb: ImageTarget };
  review_item: SponsoredItem;
  /** In the order of the marks. */
  count: Marked[];
  /** How many. */
  end_over: number;
  remove_image: null;
  credit_ran_out: null;
  close_items: null;
}

export type SponsoredItems = ActorClient<SponsoredCommand, SponsoredReplies>;
