import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { list, object, oneOf } from '../schema/kinds.js';

const tag = 'Account';
const moment = () => Joi.string().isoDate().required().allow(null);

const statuses = ['queued', 'working', 'ready', 'failed'] as const;

export const exportShape = object({
  id: Joi.string().uuid().required(),
  status: oneOf(...statuses)
    .required()
    .description('`queued` and `working` end in `ready`, or, rarely, in `failed`.'),
  requested_at: Joi.string().isoDate().required(),
  ready_at: moment(),
  removed_at: moment().description('When the files are removed, a day after they were made.'),
  url: Joi.string().uri().required().allow(null).description('The first file, once `ready`; mostly the only one.'),
  urls: list(Joi.string().uri())
    .required()
    .description(
      'Once `ready`: HTML files to download, the first one first. Links are good for an hour; request the export again for new ones.',
    ),
}).meta({ shape: 'Export' });

export const exportEndpoints = {
  requestExport: endpoint({
    id: 'requestExport',
    method: 'post',
    path: '/api/me/export',
    tag,
    summary: 'Request an export of all data of the caller',
    description:
      'Made in the background, in the language of the session. While one is being made, asking again is answered with that one.',
    access: 'bearer',
    answers: {
      202: {
        description: 'It is being made, or will be.',
        shape: object({
          export: object({ id: Joi.string().uuid().required(), status: oneOf(...statuses).required() }).required(),
        }),
      },
    },
  }),
  viewExport: endpoint({
    id: 'viewExport',
    method: 'get',
    path: '/api/me/exports/{id}',
    tag,
    summary: 'View the state of an export, with links once it is ready',
    description:
      'Ask again until its `status` is `ready` or `failed`. The links are good for an hour, the files for a day.',
    access: 'bearer',
    answers: { 200: { description: 'The export.', shape: object({ export: exportShape.required() }) } },
    refusals: ['not_found'],
  }),
};
