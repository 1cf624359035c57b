/** An article for its readers. */
import Joi from 'joi';
import { integer, list, object, oneOf } from '../schema/kinds.js';

export const textBlockShape = object({
  type: oneOf('paragraph', 'heading', 'quote', 'code').required(),
  text: Joi.string().required(),
}).meta({ shape: 'TextBlock' });

export const listBlockShape = object({
  type: oneOf('list').required(),
  items: list(Joi.string()).required(),
}).meta({ shape: 'ListBlock' });

export const imageBlockShape = object({
  type: oneOf('image').required(),
  key: Joi.string().required(),
  width: integer().required(),
  height: integer().required(),
  url: Joi.string().uri().required().allow(null).description('For an hour; null when the file is removed.'),
}).meta({ shape: 'ImageBlock' });

export const blockShape = Joi.alternatives(textBlockShape, listBlockShape, imageBlockShape);

export const articleShape = object({
  title: Joi.string().required(),
  tag: Joi.string().description('Without its `#`.'),
  blocks: list(blockShape).required(),
}).meta({ shape: 'Article' });
