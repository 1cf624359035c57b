/** Media and documents of a room: upload links, and the lists of sent files. */
import Joi from 'joi';
import {
  DOCUMENT_BYTES_MAX,
  documentTypes,
  type MediaType,
  mediaTypes,
  thumbTypes,
} from '#src/domain/messages/media.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, object, oneOf, pageSize, text } from '../schema/kinds.js';
import { messageShape } from '../shapes/message.js';
import { putLinkShape } from '../shapes/photo.js';

const MEDIA_PAGE = 60;
const MEDIA_PAGE_MAX = 100;
const NAME_CHARS_MAX = 1_000;

export interface PresignMediaBody {
  content_type: MediaType;
  thumb_content_type?: (typeof thumbTypes)[number];
}

export interface PresignDocumentBody {
  content_type: string;
  name: string;
}

export interface MediaQuery {
  from?: string | null;
  before?: number | null;
  before_seq?: number | null;
  limit: number;
}

/** An invalid value counts as missing. */
const lenient = <S extends Joi.Schema>(schema: S): S => schema.empty('').failover(() => null) as S;

const mediaQuery = object<MediaQuery>({
  from: lenient(Joi.string().lowercase().uuid()).description('Only files that this account has sent.'),
  before: lenient(Joi.number().min(0).unsafe()).description(
    'Only files that were sent before this time; milliseconds since epoch.',
  ),
  before_seq: lenient(Joi.number().integer().min(0).unsafe()).description('Only rows before this one.'),
  limit: pageSize(MEDIA_PAGE, MEDIA_PAGE_MAX),
});

/** By default the thumbnail of a photo has the photo's type, and that of a moving picture is a JPEG. */
export function thumbTypeOf({ content_type, thumb_content_type }: PresignMediaBody): string {
  if (thumb_content_type !== undefined) return thumb_content_type;
  return (thumbTypes as readonly string[]).includes(content_type) ? content_type : 'image/jpeg';
}

const tag = 'Media and documents';
const oneMessage = object({ message: messageShape.required() });

export const mediaEndpoints = {
  presignMedia: endpoint({
    id: 'presignMedia',
    method: 'post',
    path: '/api/rooms/{slug}/media/presign',
    tag,
    summary: 'Create two links for the upload of a picture or video and its thumbnail',
    description:
      'PUT both files, then send a message with their keys. An upload that is not sent within a day is removed.',
    access: 'username',
    body: object<PresignMediaBody>({
      content_type: oneOf(...mediaTypes).default('image/jpeg'),
      thumb_content_type: oneOf(...thumbTypes).description('Use image/png for transparent stickers.'),
    }).label('PresignMedia'),
    unfit: 'invalid_request',
    fieldsLast: true,
    answers: {
      200: {
        description: 'The links.',
        shape: object({
          content_type: oneOf(...mediaTypes).required(),
          thumb_content_type: oneOf(...thumbTypes).required(),
          full: putLinkShape.required(),
          thumb: putLinkShape.required(),
        }),
      },
    },
    refusals: ['not_member', 'room_not_found'],
  }),
  presignDocument: endpoint({
    id: 'presignDocument',
    method: 'post',
    path: '/api/rooms/{slug}/docs/presign',
    tag,
    summary: 'Create a link for the upload of a document',
    description:
      'Upload the file to the link with exactly its headers, and send a message with the `key`. The link is good for ten minutes.',
    access: 'username',
    body: object<PresignDocumentBody>({
      content_type: oneOf(...documentTypes).required(),
      name: text().chars(1, NAME_CHARS_MAX).required().description('Of the file; the message carries it.'),
    }).label('PresignDocument'),
    unfit: 'invalid_request',
    fieldsLast: true,
    answers: {
      200: {
        description: 'The link, and how long the document stays once it was sent.',
        shape: object({
          content_type: oneOf(...documentTypes).required(),
          extension: Joi.string().required().example('pdf'),
          max_bytes: integer().required().example(DOCUMENT_BYTES_MAX),
          expires_in: integer().required().description('Seconds that the document stays after it was sent.'),
          put: putLinkShape.required(),
        }),
      },
    },
    refusals: ['not_member', 'room_not_found'],
  }),
  listMedia: endpoint({
    id: 'listMedia',
    method: 'get',
    path: '/api/rooms/{slug}/media',
    tag,
    summary: 'List the photos and videos of a room, newest first',
    description: 'Without GIFs, stickers, view-once files and deleted messages. Invalid bounds are ignored.',
    access: 'username',
    query: mediaQuery,
    answers: {
      200: {
        description: 'A page of rows, with new links.',
        shape: object({ media: list(messageShape).required(), has_more: flag().required() }),
      },
    },
    refusals: ['not_member', 'room_not_found'],
  }),
  viewMedia: endpoint({
    id: 'viewMedia',
    method: 'get',
    path: '/api/rooms/{slug}/media/{id}',
    tag,
    summary: 'View a photo, video, GIF or sticker, with new links',
    description: 'Links are good for an hour; ask here for new ones. View-once media are opened and not viewed.',
    access: 'username',
    place: 'member',
    answers: { 200: { description: 'The message.', shape: oneMessage } },
    refusals: ['not_member', 'not_found', 'room_not_found'],
  }),
  viewDocument: endpoint({
    id: 'viewDocument',
    method: 'get',
    path: '/api/rooms/{slug}/docs/{id}',
    tag,
    summary: 'View a document, with a link that is valid as long as the document exists',
    description: 'A document is removed an hour after it was sent; from then on the answer is `document_expired`.',
    access: 'username',
    place: 'member',
    answers: { 200: { description: 'The message.', shape: oneMessage } },
    refusals: ['not_member', 'not_found', 'room_not_found', 'document_expired'],
  }),
};
