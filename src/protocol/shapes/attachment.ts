/** The attachment of a message for its readers: links replace the keys. */
import Joi from 'joi';
import { flag, integer, list, object, oneOf } from '../schema/kinds.js';

const link = () => Joi.string().uri().allow(null).description('For an hour; null when the file is removed.');
const gone = () => flag().description('The file has been removed; its description stays.');

export const surveyShape = object({
  type: oneOf('survey').required(),
  question: Joi.string().required(),
  options: list(Joi.string()).required(),
  multiple: flag().required(),
  closes_at: integer().description('Milliseconds since epoch: no votes from then on.'),
  votes: list(integer()).required().description('How many chose each option.'),
}).meta({ shape: 'Survey' });

export const locationShape = object({
  type: oneOf('location').required(),
  latitude: Joi.number().required(),
  longitude: Joi.number().required(),
  label: Joi.string(),
}).meta({ shape: 'Location' });

export const contactShape = object({
  type: oneOf('contact').required(),
  username: Joi.string().required(),
}).meta({ shape: 'Contact' });

export const entryReferenceShape = object({
  type: oneOf('entry').required(),
  entry_id: integer().required(),
}).meta({ shape: 'EntryReference' });

/** A view-once file has neither links nor keys. */
export const mediaShape = object({
  type: oneOf('photo', 'video', 'gif', 'sticker').required(),
  key: Joi.string(),
  thumb_key: Joi.string(),
  content_type: Joi.string().required(),
  width: integer().required(),
  height: integer().required(),
  byte_size: integer().required(),
  duration_ms: integer().description('Videos.'),
  pack_id: Joi.string().description('Stickers.'),
  emoji: Joi.string().description('Stickers.'),
  url: link(),
  thumb_url: link(),
  expired: gone(),
}).meta({ shape: 'Media' });

export const documentShape = object({
  type: oneOf('document').required(),
  key: Joi.string().required(),
  name: Joi.string().required(),
  content_type: Joi.string().required(),
  byte_size: integer().required(),
  url: link().required(),
  expired: gone(),
}).meta({ shape: 'Document' });

export const attachmentShape = Joi.alternatives(
  mediaShape,
  documentShape,
  surveyShape,
  locationShape,
  contactShape,
  entryReferenceShape,
).meta({ shape: 'Attachment' });
