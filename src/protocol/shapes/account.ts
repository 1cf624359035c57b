import Joi from 'joi';
import { flag, integer, object } from '../schema/kinds.js';
import { isBot } from './person.js';
import { nullableAvatarShape } from './photo.js';

/** The account for its owner. */
export const accountShape = object({
  id: Joi.string().uuid().required(),
  username: Joi.string().required().allow(null).description('Null until chosen.'),
  avatar: nullableAvatarShape(),
  follows: object({ followers: integer().required(), following: integer().required() }).required(),
  stars: integer().required(),
  premium: flag().required(),
  birth_date: Joi.string().required().allow(null).example('1990-04-23'),
  gender: Joi.string().required().allow(null),
  bio: Joi.string().required().allow(null),
  dm_policy: Joi.string().valid('open', 'closed', 'paid').required(),
  dm_star_cost: integer().required(),
  photo_visibility: Joi.string().valid('everyone', 'followers', 'nobody').required(),
  hidden_profile: flag().required(),
  personalized_ads: flag().required(),
  created_at: Joi.string().isoDate().required(),
  is_bot: isBot(),
}).meta({ shape: 'Account' });
