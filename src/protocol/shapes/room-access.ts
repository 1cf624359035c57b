import Joi from 'joi';
import { integer, object } from '../schema/kinds.js';
import { nullableAvatarShape } from './photo.js';

const isoTime = () => Joi.string().isoDate().required();
const accountId = () => Joi.string().uuid().required();

export const banShape = object({
  account_id: accountId(),
  username: Joi.string().required().allow(null),
  avatar: nullableAvatarShape(),
  reason: Joi.string().required().allow(null),
  banned_by: Joi.string().required(),
  banned_at: isoTime(),
}).meta({ shape: 'Ban' });

export const requestShape = object({
  account_id: accountId(),
  username: Joi.string().required(),
  avatar: nullableAvatarShape(),
  requested_at: isoTime(),
}).meta({ shape: 'JoinRequest' });

export const inviteShape = object({
  code: Joi.string().required(),
  url: Joi.string().uri().required(),
  uses: integer().required(),
  max_uses: integer().required().allow(null),
  expires_at: integer().required().allow(null).description('Milliseconds since epoch; null: never.'),
  created_by: Joi.string().required(),
}).meta({ shape: 'Invite' });
