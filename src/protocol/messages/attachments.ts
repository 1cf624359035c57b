/** The attachments of messages: shapes and bounds. */
import type { ObjectSchema } from 'joi';
import Joi from 'joi';
import { INSTANT_MAX_MS } from '#src/domain/limits.js';
import { isMedia } from '#src/domain/messages/media.js';
import type { Draft } from '#src/domain/messages/message.js';
import {
  PLACE_LABEL_MAX,
  SURVEY_OPTION_MAX,
  SURVEY_OPTIONS_MAX,
  SURVEY_OPTIONS_MIN,
  SURVEY_QUESTION_MAX,
} from '#src/domain/messages/message-kinds.js';
import { RefusalError } from '#src/errors.js';
import { flag, integer, lenientList, name, object, text } from '../schema/kinds.js';
import { prune } from '../schema/prune.js';
import { WORDING } from '../schema/validate.js';
import { fileShapes } from './file-attachments.js';

const USERNAME_CHARS_MAX = 24;

const typed = (type: string) => Joi.string().valid(type).required();

export const attachmentShapes = {
  location: object({
    type: typed('location'),
    latitude: Joi.number().strict().min(-90).max(90).required(),
    longitude: Joi.number().strict().min(-180).max(180).required(),
    label: name().chars(1, PLACE_LABEL_MAX),
  }),
  contact: object({ type: typed('contact'), username: name().chars(1, USERNAME_CHARS_MAX).required() }),
  survey: object({
    type: typed('survey'),
    question: text().trim().chars(1, SURVEY_QUESTION_MAX).required(),
    // Strict, each would be taken as it is typed, with characters that no other text has.
    options: lenientList(text().trim().chars(1, SURVEY_OPTION_MAX))
      .min(SURVEY_OPTIONS_MIN)
      .max(SURVEY_OPTIONS_MAX)
      .unique()
      .required(),
    multiple: flag().default(false),
    closes_at: integer().min(1).max(INSTANT_MAX_MS).description('Milliseconds since epoch: no votes from then on.'),
  }),
  entry: object({ type: typed('entry'), entry_id: integer().min(1).required() }),
  ...fileShapes,
} satisfies Record<string, ObjectSchema>;

type AttachmentKind = keyof typeof attachmentShapes;

/** Any attachment, for the documents; each kind is validated by its own shape. */
export const attachmentSchema = Joi.object()
  .unknown()
  .description(
    'One of `photo`, `video`, `gif`, `sticker`, `document`, `entry`, `location`, `contact`, `survey`, by its `type`.',
  )
  .meta({ documentedAs: Joi.alternatives(...Object.values(attachmentShapes)) })
  .example({ type: 'survey', question: 'Çay mı, kahve mi?', options: ['Çay', 'Kahve'], multiple: false });

/** Every problem is `invalid_attachment`. View-once files have no thumbnail; all other photos and videos have one. */
export function attachmentOf(
  value: object,
  isViewOnce = false,
): Pick<Draft, 'viewOnce'> & { kind: AttachmentKind; attachment: Record<string, unknown> } {
  const { type } = value as { type?: unknown };
  const kind = typeof type === 'string' && Object.hasOwn(attachmentShapes, type) ? (type as AttachmentKind) : null;
  if (!kind)
    throw invalidAttachment(`The type of an attachment is one of ${Object.keys(attachmentShapes).join(', ')}.`);
  const shape: ObjectSchema = attachmentShapes[kind];
  const { value: attachment, error } = shape.validate(prune(shape, value), { stripUnknown: true, ...WORDING });
  if (error) throw invalidAttachment(`The attachment does not fit: ${error.message}.`);
  const problem = thumbnailProblem(kind, attachment, isViewOnce);
  if (problem) throw invalidAttachment(problem);
  return isViewOnce ? { kind, attachment, viewOnce: true } : { kind, attachment };
}

function thumbnailProblem(kind: AttachmentKind, { thumb_key }: { thumb_key?: string }, isViewOnce: boolean) {
  if (!isViewOnce) return isMedia(kind) && thumb_key === undefined ? `A ${kind} needs a thumb_key.` : null;
  if (kind !== 'photo' && kind !== 'video') return 'Only a photo or a video may be seen once.';
  return thumb_key === undefined ? null : 'A file that is seen once has no thumb_key.';
}

export const invalidAttachment = (message: string): RefusalError => new RefusalError('invalid_attachment', { message });
