/** Sponsored items in the panel: drafts, review, pauses, numbers. */
import Joi from 'joi';
import { type MediaType, thumbTypes } from '#src/domain/messages/media.js';
import { sponsoredImageTypes, wantedActivities } from '#src/domain/sponsored/sponsored.js';
import type { ErrorCode } from '#src/errors.js';
import type { PresignMediaBody } from '../messages/media.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object, oneOf } from '../schema/kinds.js';
import { putLinkShape } from '../shapes/photo.js';
import { sponsoredItemShape } from '../shapes/sponsored.js';
import { editSponsoredBody, newSponsoredBody } from './sponsored-content.js';

const tag = 'Sponsored items';
const oneItem = object({ item: sponsoredItemShape.required() });
const answered = { 200: { description: 'The item.', shape: oneItem } };
const optionShape = object({ slug: Joi.string().required(), name: Joi.string().required() });

/** A role other than owner, admin or ads is refused with `not_allowed`. */
const forTeam: ErrorCode[] = ['no_organization', 'not_allowed'];
const onItem: ErrorCode[] = [...forTeam, 'not_found'];
const toShow: ErrorCode[] = ['not_in_package', 'organization_suspended'];
const path = '/api/panel/sponsored';

export const sponsoredEndpoints = {
  listSponsored: endpoint({
    id: 'listSponsored',
    method: 'get',
    path,
    tag,
    summary: 'List the sponsored items of the organization, newest first',
    description: 'For everybody in the team, in every state.',
    access: 'panel',
    answers: {
      200: { description: 'The items.', shape: object({ items: list(sponsoredItemShape).required() }) },
    },
    refusals: forTeam,
  }),
  createSponsored: endpoint({
    id: 'createSponsored',
    method: 'post',
    path,
    tag,
    summary: 'Create a draft',
    description: 'A draft is shown to nobody. It may be changed until it is submitted for review.',
    access: 'panel',
    body: newSponsoredBody,
    isLarge: true,
    fieldsLast: true,
    answers: { 201: { description: 'The draft.', shape: oneItem } },
    refusals: [...forTeam, ...toShow, 'invalid_state'],
  }),
  sponsoredAudience: endpoint({
    id: 'sponsoredAudience',
    method: 'get',
    path: `${path}/audience-options`,
    tag,
    summary: 'View the possible audiences of an item',
    description: '`lang` is `tr` or `en`; anything else means `tr`.',
    access: 'panel',
    query: object<{ lang: 'tr' | 'en' }>({ lang: oneOf('tr', 'en').empty('').default('tr').failover('tr') }),
    answers: {
      200: {
        description: 'The choices, and how many people each segment reaches.',
        shape: object({
          interests: list(optionShape).required(),
          activities: list(oneOf(...wantedActivities)).required(),
          segments: list(
            object({
              slug: Joi.string().required(),
              name: Joi.string().required(),
              reach: integer().required(),
            }),
          ).required(),
        }),
      },
    },
    refusals: forTeam,
  }),
  presignSponsoredMedia: endpoint({
    id: 'presignSponsoredMedia',
    method: 'post',
    path: `${path}/media/presign`,
    tag,
    summary: 'Create two links for the upload of a picture and its thumbnail',
    description:
      'PUT both files, then name their keys in an item. An upload that no item names within a day is removed.',
    access: 'panel',
    body: object<PresignMediaBody>({
      content_type: oneOf(...sponsoredImageTypes).default('image/jpeg'),
      thumb_content_type: oneOf(...thumbTypes),
    }).label('PresignSponsoredMedia'),
    unfit: 'invalid_request',
    fieldsLast: true,
    answers: {
      200: {
        description: 'The links.',
        shape: object({
          content_type: oneOf(...(sponsoredImageTypes as readonly MediaType[])).required(),
          thumb_content_type: oneOf(...thumbTypes).required(),
          full: putLinkShape.required(),
          thumb: putLinkShape.required(),
        }),
      },
    },
    refusals: [...forTeam, ...toShow],
  }),
  viewSponsored: endpoint({
    id: 'viewSponsored',
    method: 'get',
    path: `${path}/{id}`,
    tag,
    summary: 'View a sponsored item with its numbers',
    description: 'Impressions and clicks are those counted until now.',
    access: 'panel',
    answers: answered,
    refusals: onItem,
  }),
  editSponsored: endpoint({
    id: 'editSponsored',
    method: 'patch',
    path: `${path}/{id}`,
    tag,
    summary: 'Change a draft, a rejected or a paused item',
    description: 'Only the fields that are sent change. A rejected or paused item becomes a draft again.',
    access: 'panel',
    body: editSponsoredBody,
    isLarge: true,
    fieldsLast: true,
    answers: answered,
    refusals: [...onItem, 'organization_suspended', 'invalid_state'],
  }),
  deleteSponsored: endpoint({
    id: 'deleteSponsored',
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Delete an item',
    description: 'A live item is paused first. Spent credits stay spent.',
    access: 'panel',
    answers: { 204: { description: 'Deleted.' } },
    refusals: [...onItem, 'invalid_state'],
  }),
  submitSponsored: endpoint({
    id: 'submitSponsored',
    method: 'post',
    path: `${path}/{id}/submit`,
    tag,
    summary: 'Submit a draft for review',
    description: 'It needs a budget, and an end that lies ahead if it has one.',
    access: 'panel',
    answers: answered,
    refusals: [...onItem, ...toShow, 'invalid_state', 'validation_failed'],
  }),
  pauseSponsored: endpoint({
    id: 'pauseSponsored',
    method: 'post',
    path: `${path}/{id}/pause`,
    tag,
    summary: 'Pause a live item',
    description: 'It is shown to nobody until it is resumed; its budget stays.',
    access: 'panel',
    answers: answered,
    refusals: [...onItem, 'invalid_state'],
  }),
  resumeSponsored: endpoint({
    id: 'resumeSponsored',
    method: 'post',
    path: `${path}/{id}/resume`,
    tag,
    summary: 'Resume a paused item',
    description: 'While there is credit and budget, else `no_credit`.',
    access: 'panel',
    answers: answered,
    refusals: [...onItem, ...toShow, 'invalid_state', 'no_credit'],
  }),
};
