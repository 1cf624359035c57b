/** The named shapes of a message's parts. A shape comes after those that it contains. */
import type { Schema } from 'joi';
import { articleShape, imageBlockShape, listBlockShape, textBlockShape } from './article.js';
import {
  attachmentShape,
  contactShape,
  documentShape,
  entryReferenceShape,
  locationShape,
  mediaShape,
  surveyShape,
} from './attachment.js';
import { discussionShape, senderShape } from './message.js';
import { roomEventKinds, roomEventShape } from './room-event.js';

export const messageParts: Schema[] = [
  senderShape,
  ...roomEventKinds,
  roomEventShape,
  discussionShape,
  textBlockShape,
  listBlockShape,
  imageBlockShape,
  articleShape,
  surveyShape,
  locationShape,
  contactShape,
  entryReferenceShape,
  mediaShape,
  documentShape,
  attachmentShape,
];
