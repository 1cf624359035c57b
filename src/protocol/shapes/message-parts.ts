/** The named shapes that a message is made of, from the inside out: each is told once in the documents. */
import type { Schema } from 'joi';
import { articleShape, imageBlockShape, listBlockShape, textBlockShape } from './article.js';
import {
  contactShape,
  documentShape,
  entryReferenceShape,
  locationShape,
  mediaShape,
  surveyShape,
} from './attachment.js';
import { discussionShape, roomEventShape, senderShape } from './message.js';

export const messageParts: Schema[] = [
  senderShape,
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
];
