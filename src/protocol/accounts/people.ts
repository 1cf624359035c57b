/** Other people: their cards, follows and contacts. */
import Joi from 'joi';
import { PEOPLE_ASKED_MAX } from '#src/domain/accounts/follow.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, isUuid, list, object, oneOf } from '../schema/kinds.js';
import { personKeys, personShape } from '../shapes/person.js';
import { roomShape } from '../shapes/room.js';

const tag = 'People';

export const followsShape = object({ followers: integer().required(), following: integer().required() });

export const followRowShape = object({
  ...personKeys,
  followed_at: Joi.string().isoDate().required(),
}).meta({ shape: 'FollowRow' });

const contactShape = object({
  ...personKeys,
  source: oneOf('following', 'dm').required().description('`following` also for a person who is both.'),
});

const cardShape = object({
  ...personKeys,
  bio: Joi.string().required().allow(null),
  following: flag().required().description('The caller follows them.'),
  follows_me: flag().required(),
  follows: followsShape.required(),
  dm_policy: oneOf('open', 'closed', 'paid').required(),
  dm_star_cost: integer().required(),
});

const followAnswer = object({
  following: flag().required(),
  follows: followsShape.required().description('The counts of the other person.'),
});

/** A comma list of ids; repeats are ignored. */
const idsInQuery = () =>
  Joi.string()
    .required()
    .custom((text: string, helpers) => {
      const ids = [...new Set(text.toLowerCase().split(','))];
      if (ids.length > PEOPLE_ASKED_MAX || !ids.every(isUuid)) return helpers.error('string.ids');
      return ids;
    })
    .messages({ 'string.ids': `{{#label}} must be 1 to ${PEOPLE_ASKED_MAX} account ids with commas between them` });

const rows = (what: string) => ({
  200: { description: what, shape: object({ people: list(followRowShape).required() }) },
});

export const peopleEndpoints = {
  viewPerson: endpoint({
    id: 'viewPerson',
    method: 'get',
    path: '/api/users/{username}',
    tag,
    summary: 'View the profile card of a person',
    description: 'With the groups both are in, by name, and the direct chat of the two when the caller has it.',
    access: 'username',
    answers: {
      200: {
        description: 'The card.',
        shape: object({
          user: cardShape.required(),
          common_rooms: list(roomShape).required(),
          dm: roomShape.required().allow(null),
        }),
      },
    },
    refusals: ['not_found'],
  }),
  follow: endpoint({
    id: 'follow',
    method: 'post',
    path: '/api/users/{username}/follow',
    tag,
    summary: 'Follow an account',
    description: 'Following again changes nothing. A block in either direction prevents it.',
    access: 'username',
    answers: { 200: { description: 'Followed.', shape: followAnswer } },
    refusals: ['invalid_request', 'blocked', 'not_found'],
  }),
  unfollow: endpoint({
    id: 'unfollow',
    method: 'delete',
    path: '/api/users/{username}/follow',
    tag,
    summary: 'Unfollow an account',
    description: 'May be repeated: an account that was not followed is no error.',
    access: 'username',
    answers: { 200: { description: 'Not followed.', shape: followAnswer } },
    refusals: ['invalid_request', 'not_found'],
  }),
  listFollowers: endpoint({
    id: 'listFollowers',
    method: 'get',
    path: '/api/users/{username}/followers',
    tag,
    summary: 'List the followers of a person',
    description: 'There are no pages: older followers are counted, and not listed.',
    access: 'username',
    answers: rows('The newest 200, newest first.'),
    refusals: ['not_found'],
  }),
  listFollowing: endpoint({
    id: 'listFollowing',
    method: 'get',
    path: '/api/users/{username}/following',
    tag,
    summary: 'List the accounts that a person follows',
    description: 'There are no pages: older ones are counted, and not listed.',
    access: 'username',
    answers: rows('The newest 200, newest first.'),
    refusals: ['not_found'],
  }),
  listContacts: endpoint({
    id: 'listContacts',
    method: 'get',
    path: '/api/contacts',
    tag,
    summary: 'List the people that the caller follows or has a direct chat with',
    description: 'Somebody who is both is listed once, as followed.',
    access: 'username',
    answers: {
      200: {
        description: 'By username, at most 500.',
        shape: object({ people: list(contactShape).required() }),
      },
    },
  }),
  listPeople: endpoint({
    id: 'listPeople',
    method: 'get',
    path: '/api/people',
    tag,
    summary: 'View people by their ids',
    description: `At most ${PEOPLE_ASKED_MAX}, in the order of the ids. Accounts that no longer exist are left out.`,
    access: 'username',
    query: object<{ ids: string[] }>({ ids: idsInQuery() }),
    answers: { 200: { description: 'The people.', shape: object({ people: list(personShape).required() }) } },
  }),
};
