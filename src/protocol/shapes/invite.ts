import Joi from 'joi';
import { integer, object } from '../schema/kinds.js';

export const inviteShape = object({
  code: Joi.string().required(),
  url: Joi.string().uri().required(),
  uses: integer().required(),
  max_uses: integer().required().allow(null),
  expires_at: integer().required().allow(null).description('Milliseconds since epoch; null: never.'),
  created_by: Joi.string().required(),
}).meta({ shape: 'Invite' });
