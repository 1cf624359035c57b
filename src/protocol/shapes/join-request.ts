import Joi from 'joi';
import { object } from '../schema/kinds.js';
import { nullableAvatarShape } from './photo.js';

export const requestShape = object({
  account_id: Joi.string().uuid().required(),
  username: Joi.string().required(),
  avatar: nullableAvatarShape(),
  requested_at: Joi.string().isoDate().required(),
}).meta({ shape: 'JoinRequest' });
