/** Sponsored items in the app: offers and their reports. The audience of an item is not shown. */
import Joi from 'joi';
import { type SponsoredPlacement, sponsoredPlacements } from '#src/domain/sponsored/sponsored.js';
import { endpoint } from '../schema/endpoint.js';
import { object, oneOf, text } from '../schema/kinds.js';
import { shownKeys } from '../shapes/sponsored.js';

const tag = 'Sponsored content';

const offerShape = object({
  id: Joi.string().uuid().required(),
  token: Joi.string()
    .required()
    .description('The token for reports on this offer; valid for an hour, each of the three reports once.'),
  ...shownKeys,
  sponsor: object({ display_name: Joi.string().required() }).required(),
})
  .required()
  .allow(null)
  .meta({ shape: 'SponsoredOffer' });

const reportEndpoint = (action: 'impression' | 'tap' | 'hide', id: string, summary: string, description: string) =>
  endpoint({
    id,
    method: 'post',
    path: `/api/sponsored/{id}/${action}`,
    tag,
    summary,
    description: `${description} A token of another item or account, or an expired one, is \`not_found\`.`,
    access: 'username',
    body: object<{ token: string }>({ token: text().min(1).max(1_000).required() }).label('SponsoredReport'),
    unfit: 'invalid_request',
    answers: { 204: { description: 'Accepted. The answer does not tell whether it counted.' } },
    refusals: ['not_found'],
  });

export const sponsoredOfferEndpoints = {
  offerSponsored: endpoint({
    id: 'offerSponsored',
    method: 'get',
    path: '/api/sponsored',
    tag,
    summary: 'Choose a sponsored item for a place',
    description:
      'Every item that is meant for the caller has the same chance; the one that was offered last comes again only when there is no other. Premium accounts get none.',
    access: 'username',
    query: object<{ placement: SponsoredPlacement }>({ placement: oneOf(...sponsoredPlacements).required() }),
    answers: { 200: { description: 'The item.', shape: object({ item: offerShape }) } },
  }),
  reportImpression: reportEndpoint(
    'impression',
    'reportImpression',
    'It was seen',
    'The first report counts, while there is budget and credit; repeated ones count nothing.',
  ),
  reportTap: reportEndpoint(
    'tap',
    'reportTap',
    'It was tapped',
    'The first report counts; repeated ones count nothing.',
  ),
  hideSponsored: reportEndpoint(
    'hide',
    'hideSponsored',
    'It is not to be shown again',
    'The item is never offered to this account any more.',
  ),
};
