import Joi from 'joi';
import { photoTypes } from '#src/domain/accounts/photo.js';
import { flag, integer, object, oneOf } from '../schema/kinds.js';

const link = () => Joi.string().uri().required();

/** The photo of an account or a room. */
export const avatarShape = object({
  id: Joi.string().uuid().required(),
  url: link().description('For an hour.'),
  thumb_url: link(),
  content_type: oneOf(...photoTypes).required(),
  size_px: integer().required().allow(null).description('Length of a side; null when it was not given.'),
  is_primary: flag().required().description('The primary photo; an owner has at most one.'),
  created_at: Joi.string().isoDate().required(),
}).meta({ shape: 'Avatar' });

/** The avatar of an account; null without one, or if the reader may not see it. */
export const nullableAvatarShape = () => avatarShape.required().allow(null);

/** One file to upload. */
export const putLinkShape = object({
  method: oneOf('PUT').required(),
  url: link().description('Accepts the file with exactly these headers.'),
  key: Joi.string().required().description('The key to register once the file is uploaded.'),
  expires_in: integer().required().description('Seconds.'),
  headers: object({ 'Content-Type': Joi.string().required() }).required(),
}).meta({ shape: 'PutLink' });
