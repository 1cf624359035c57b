import Joi from 'joi';
import { followsShape } from '../accounts/people.js';
import { flag, integer, object } from '../schema/kinds.js';

export const suspensionShape = () =>
  object({
    until: Joi.string().isoDate().required().allow(null),
    reason: Joi.string().required(),
    public_reason: Joi.string().required().allow(null).description('The text for the owner of the account.'),
    at: Joi.string().isoDate().required(),
  })
    .required()
    .allow(null)
    .description('Null also for one that is over.');

/** An account as operators see it. */
export const consoleAccountShape = object({
  id: Joi.string().uuid().required(),
  username: Joi.string().required().allow(null),
  developer: flag().required(),
  premium: flag().required(),
  stars: integer().required(),
  follows: followsShape.required(),
  created_at: Joi.string().isoDate().required(),
  suspension: suspensionShape(),
});
