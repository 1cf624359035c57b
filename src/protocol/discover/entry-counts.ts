/** How often an entry was viewed and shared. */
import Joi from 'joi';
import { type ShareWay, shareWays } from '#src/domain/dictionary/entry-counts.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, object, oneOf } from '../schema/kinds.js';

const tag = 'Discover';
const count = () => integer().min(0).required();

export interface ShareBody {
  via: ShareWay;
}

const statsShape = object({
  views: count().description('Once per person and UTC day.'),
  viewers: count().description('Once per person.'),
  reactions: count(),
  reaction_breakdown: Joi.object()
    .pattern(Joi.string(), integer().min(1))
    .required()
    .description('How often each emoji was chosen.'),
  replies: count(),
  reshares: count().description('Forwards and cards of it in rooms.'),
  shares: object({ forward: count(), link: count() }).required().description('How often the app has passed it on.'),
  published_at: integer().required().allow(null).description('ms since epoch.'),
});

export const entryCountEndpoints = {
  viewEntry: endpoint({
    id: 'viewEntry',
    method: 'post',
    path: '/api/discover/entries/{id}/view',
    tag,
    summary: 'Count a view of an article',
    description: 'Counted once per person, entry and UTC day. The existence of the entry is not checked.',
    access: 'bearer',
    answers: { 204: { description: 'Counted, or counted before.' } },
    refusals: ['not_found'],
  }),
  shareEntry: endpoint({
    id: 'shareEntry',
    method: 'post',
    path: '/api/discover/entries/{id}/share',
    tag,
    summary: 'Count a share of an article',
    description: 'Every call counts. The existence of the entry is not checked.',
    access: 'bearer',
    body: object<ShareBody>({ via: oneOf(...shareWays).required() }).label('EntryShare'),
    unfit: 'invalid_request',
    fieldsLast: true,
    answers: { 204: { description: 'Counted.' } },
    refusals: ['not_found'],
  }),
  viewEntryStats: endpoint({
    id: 'viewEntryStats',
    method: 'get',
    path: '/api/discover/entries/{id}/stats',
    tag,
    summary: 'View the numbers of an article',
    description: 'For its author, and for everybody when the group that it comes from is open.',
    access: 'bearer',
    answers: { 200: { description: 'The numbers.', shape: statsShape } },
    refusals: ['forbidden', 'not_found', 'sozluk_unavailable'],
  }),
};
