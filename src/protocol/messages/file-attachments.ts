/** The files of messages: shapes and bounds of the properties that the sender declares. */
import Joi, { type ObjectSchema } from 'joi';
import {
  DOCUMENT_BYTES_MAX,
  DOCUMENT_NAME_MAX,
  DURATION_MAX_MS,
  documentTypes,
  type MediaKind,
  mediaRules,
  SIDE_MAX,
} from '#src/domain/messages/media.js';
import { integer, name, object, oneOf, text } from '../schema/kinds.js';

const KEY_CHARS_MAX = 512;
const EMOJI_CHARS_MAX = 8;

const key = () => text().chars(1, KEY_CHARS_MAX);
const side = () => integer().min(1).max(SIDE_MAX).required();

function media(kind: MediaKind, more: Joi.PartialSchemaMap = {}): ObjectSchema {
  const { types, bytesMax } = mediaRules[kind];
  return object({
    type: oneOf(kind).required(),
    key: key().required(),
    thumb_key: key().empty(null),
    content_type: oneOf(...types).required(),
    width: side(),
    height: side(),
    byte_size: integer().min(1).max(bytesMax).required(),
    ...more,
  });
}

export const fileShapes = {
  photo: media('photo'),
  video: media('video', { duration_ms: integer().min(1).max(DURATION_MAX_MS).required() }),
  gif: media('gif'),
  sticker: media('sticker', {
    pack_id: Joi.string()
      .pattern(/^[A-Za-z0-9_.:-]{1,64}$/)
      .messages({ 'string.pattern.base': '{{#label}} takes 1 to 64 letters, digits, _, ., : and -' })
      .empty(null),
    emoji: text().chars(1, EMOJI_CHARS_MAX).empty(null),
  }),
  document: object({
    type: oneOf('document').required(),
    key: key().required(),
    name: name().chars(1, DOCUMENT_NAME_MAX).required(),
    content_type: oneOf(...documentTypes).required(),
    byte_size: integer().min(1).max(DOCUMENT_BYTES_MAX).required(),
  }),
} satisfies Record<string, ObjectSchema>;
