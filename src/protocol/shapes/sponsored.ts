import Joi from 'joi';
import {
  sponsoredLanguages,
  sponsoredPlatforms,
  sponsoredStatuses,
  wantedActivities,
} from '#src/domain/sponsored/sponsored.js';
import { sponsoredTargetKinds } from '#src/domain/sponsored/sponsored-target.js';
import { integer, list, object, oneOf } from '../schema/kinds.js';

const time = () => integer().required().allow(null).description('Milliseconds since epoch.');
const link = () => Joi.string().uri().required().allow(null);

/** The visible fields of an item. */
export const shownKeys = {
  title: Joi.string().required(),
  body: Joi.string().required(),
  target_kind: oneOf(...sponsoredTargetKinds).required(),
  target: Joi.string().required(),
  image_url: link().description('For an hour.'),
  thumb_url: link(),
};

const itemKeys = {
  id: Joi.string().uuid().required(),
  status: oneOf(...sponsoredStatuses).required(),
  reject_reason: Joi.string().required().allow(null, ''),
  ...shownKeys,
  languages: list(oneOf(...sponsoredLanguages)).required(),
  platforms: list(oneOf(...sponsoredPlatforms)).required(),
  budget: integer().required().description('The maximum number of impressions; 0: not given yet.'),
  impressions: integer().required(),
  clicks: integer().required(),
  starts_at: time(),
  ends_at: time(),
  audience: object({
    interests: list(Joi.string()).required(),
    activity: oneOf(...wantedActivities).required(),
    segments: list(Joi.string()).required(),
  }).required(),
  created_at: integer().required(),
  updated_at: integer().required(),
};

export const sponsoredItemShape = object(itemKeys).meta({ shape: 'SponsoredItem' });

/** For operators. */
export const reviewedItemShape = object({
  ...itemKeys,
  organization: object({ id: Joi.string().uuid().required(), display_name: Joi.string().required() }).required(),
}).meta({ shape: 'ReviewedSponsoredItem' });
