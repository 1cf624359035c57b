import Joi from 'joi';
import { object } from '../schema/kinds.js';
import { nullableAvatarShape } from './photo.js';

/** Fields of every account in a list. */
export const personKeys = {
  id: Joi.string().uuid().required(),
  username: Joi.string().required().allow(null).description('The current one; null before one was chosen.'),
  avatar: nullableAvatarShape().description('Null where there is none, or none for the reader.'),
};

export const personShape = object(personKeys).meta({ shape: 'Person' });
