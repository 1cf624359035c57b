/** The dispatch table of the account: every command with what it needs and what becomes of it, by family. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { answerHandlers } from './answers.js';
import { blockHandlers } from './blocks.js';
import { deviceHandlers } from './devices.js';
import { entryCountHandlers } from './entry-counts.js';
import { followHandlers } from './follows.js';
import type { Handlers } from './handler.js';
import { interestKeepingHandlers } from './interest-keeping.js';
import { interestHandlers } from './interests.js';
import { givingUpHandlers } from './life.js';
import { erasingHandlers } from './life-erasing.js';
import { exportHandlers } from './life-exports.js';
import { operatorHandlers } from './operators.js';
import { panelHandlers } from './panel-links.js';
import { photoHandlers } from './photos.js';
import { profileHandlers } from './profile.js';
import { sessionHandlers } from './sessions.js';
import { sponsoredHideHandlers } from './sponsored-hides.js';
import { starHandlers } from './stars.js';
import { usernameHandlers } from './username.js';
import { linkHandlers } from './vanity.js';

export const handlers: Handlers = {
  view_account: { handle: ({ account }) => (account ? reply(account) : refuse('unauthorized')) },
  ...sessionHandlers,
  ...usernameHandlers,
  ...blockHandlers,
  ...deviceHandlers,
  ...linkHandlers,
  ...answerHandlers,
  ...erasingHandlers,
  ...exportHandlers,
  ...givingUpHandlers,
  ...panelHandlers,
  ...photoHandlers,
  ...profileHandlers,
  ...followHandlers,
  ...starHandlers,
  ...sponsoredHideHandlers,
  ...operatorHandlers,
  ...interestHandlers,
  ...interestKeepingHandlers,
  ...entryCountHandlers,
};
