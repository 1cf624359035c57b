/** Commands about the panels of an account. Secrets come as hashes only. */
import type { Account, SessionId } from '#src/domain/accounts/account.js';
import type { PanelLink } from '#src/domain/organizations/panel-link.js';
import type { Session } from './session-commands.js';

export type PanelCommand =
  /** The owner, with the code that a browser shows. It works once, from a living session that is no panel's. */
  | { type: 'link_panel'; code: string; linkId: string; sessionId: SessionId }
  /** The owner. Its sessions are over at once. */
  | { type: 'unlink_panel'; linkId: string }
  /** The browser that showed the code, with its claim, once the owner has confirmed: opens its session. */
  | {
      type: 'claim_panel';
      code: string;
      claim: string;
      sessionId: SessionId;
      refreshHash: string;
      refreshExpiresAt: number;
    };

export interface PanelReplies {
  link_panel: PanelLink;
  unlink_panel: null;
  claim_panel: { account: Account; session: Session };
}
