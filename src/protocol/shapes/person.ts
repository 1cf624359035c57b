import Joi from 'joi';
import { flag, object } from '../schema/kinds.js';
import { nullableAvatarShape } from './photo.js';

/** Absent for people. */
export const isBot = () => flag().valid(true).description('Of a bot; absent for a person.');

/** Fields of every account in a list. */
export const personKeys = {
  id: Joi.string().uuid().required(),
  username: Joi.string().required().allow(null).description('The current one; null before one was chosen.'),
  avatar: nullableAvatarShape().description('Null where there is none, or none for the reader.'),
  is_bot: isBot(),
};

export const personShape = object(personKeys).meta({ shape: 'Person' });
