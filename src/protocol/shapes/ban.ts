import Joi from 'joi';
import { object } from '../schema/kinds.js';
import { nullableAvatarShape } from './photo.js';

export const banShape = object({
  account_id: Joi.string().uuid().required(),
  username: Joi.string().required().allow(null),
  avatar: nullableAvatarShape(),
  reason: Joi.string().required().allow(null),
  banned_by: Joi.string().required(),
  banned_at: Joi.string().isoDate().required(),
}).meta({ shape: 'Ban' });
