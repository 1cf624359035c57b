/** The dispatch table of the account: every command with its reads and its decision, by family. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { botTokenHandlers } from './bots/bot-tokens.js';
import { botHandlers } from './bots/bots.js';
import { exportHandlers } from './exports/data-exports.js';
import type { Handlers } from './handler.js';
import { idempotencyHandlers } from './idempotency/idempotency-records.js';
import { entryCountHandlers } from './interests/entry-counts.js';
import { interestProfileHandlers } from './interests/interest-profiles.js';
import { interestHandlers } from './interests/interests.js';
import { sponsoredHideHandlers } from './interests/sponsored-hides.js';
import { closeAccountHandlers } from './lifecycle/close-account.js';
import { eraseAccountHandlers } from './lifecycle/erase-account.js';
import { operatorHandlers } from './moderation/operators.js';
import { photoHandlers } from './profile/photos.js';
import { profileHandlers } from './profile/profile.js';
import { usernameHandlers } from './profile/username.js';
import { deviceHandlers } from './sessions/devices.js';
import { panelHandlers } from './sessions/panel-links.js';
import { sessionHandlers } from './sessions/sessions.js';
import { starHandlers } from './stars/stars.js';
import { vanityLinkHandlers } from './stars/vanity-links.js';
import { blockHandlers } from './ties/blocks.js';
import { followHandlers } from './ties/follows.js';

export const handlers: Handlers = {
  view_account: { handle: ({ account }) => (account ? reply(account) : refuse('unauthorized')) },
  ...sessionHandlers,
  ...botHandlers,
  ...botTokenHandlers,
  ...usernameHandlers,
  ...blockHandlers,
  ...deviceHandlers,
  ...vanityLinkHandlers,
  ...idempotencyHandlers,
  ...eraseAccountHandlers,
  ...exportHandlers,
  ...closeAccountHandlers,
  ...panelHandlers,
  ...photoHandlers,
  ...profileHandlers,
  ...followHandlers,
  ...starHandlers,
  ...sponsoredHideHandlers,
  ...operatorHandlers,
  ...interestHandlers,
  ...interestProfileHandlers,
  ...entryCountHandlers,
};
