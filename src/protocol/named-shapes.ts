/** The named shapes of the OpenAPI document. A shape comes after those that it contains. */
import type { Schema } from 'joi';
import { exportShape } from './accounts/export.js';
import { followRowShape } from './accounts/people.js';
import { sessionShape } from './accounts/sessions.js';
import { starEntryShape } from './accounts/stars.js';
import { botShape, botTokenShape } from './bots/bots.js';
import { panelShape } from './panel/panel-link.js';
import { memberShape as organizationMemberShape } from './panel/panel-team.js';
import { accountShape } from './shapes/account.js';
import { banShape } from './shapes/ban.js';
import { categoryShape, entryShape, submittedShape, suggestedTopicShape, topicShape } from './shapes/discover.js';
import { errorShape } from './shapes/error.js';
import { inviteShape } from './shapes/invite.js';
import { requestShape } from './shapes/join-request.js';
import { messageShape } from './shapes/message.js';
import { messageParts } from './shapes/message-parts.js';
import { billingShape, organizationShape, productShape } from './shapes/organization.js';
import { personShape } from './shapes/person.js';
import { avatarShape, putLinkShape } from './shapes/photo.js';
import { listRowShape, memberShape, peerShape, roomShape } from './shapes/room.js';
import { reviewedItemShape, sponsoredItemShape } from './shapes/sponsored.js';
import { v1ErrorShape } from './v1/v1-error.js';
import { deliveryShape, webhookShape } from './webhooks/webhooks.js';

export const namedShapes: Schema[] = [
  errorShape,
  avatarShape,
  putLinkShape,
  personShape,
  ...messageParts,
  messageShape,
  peerShape,
  roomShape,
  listRowShape,
  memberShape,
  banShape,
  requestShape,
  inviteShape,
  accountShape,
  followRowShape,
  starEntryShape,
  sessionShape,
  exportShape,
  botShape,
  botTokenShape,
  webhookShape,
  deliveryShape,
  panelShape,
  categoryShape,
  topicShape,
  suggestedTopicShape,
  entryShape,
  submittedShape,
  billingShape,
  productShape,
  organizationShape,
  organizationMemberShape,
  sponsoredItemShape,
  reviewedItemShape,
  v1ErrorShape,
];
