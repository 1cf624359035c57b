import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { flag, object } from '../schema/kinds.js';
import { accountShape } from '../shapes/account.js';

const tag = 'Account';
const oneAccount = object({ account: accountShape.required() });

/** Any text. The actor decides whether it is a valid name; invisible characters are refused, not removed. */
const typedName = () => Joi.string().allow('').required();

export const meEndpoints = {
  viewMe: endpoint({
    id: 'viewMe',
    method: 'get',
    path: '/api/me',
    tag,
    summary: 'View the own account',
    description: 'Also before a username was chosen: `username` is null then.',
    access: 'bearer',
    answers: { 200: { description: 'The account.', shape: oneAccount } },
  }),
  chooseUsername: endpoint({
    id: 'chooseUsername',
    method: 'put',
    path: '/api/me/username',
    tag,
    summary: 'Choose or change the username',
    description:
      '3-24 letters of any script, digits, `_` or `.`; unique without regard to case, with `I`, `İ`, `ı` and `i` as one letter. The old name is free at once.',
    access: 'bearer',
    body: object<{ username: string }>({ username: typedName().example('ayşe.k') }).label('ChooseUsername'),
    unfit: 'invalid_request',
    answers: { 200: { description: 'The account with its new name.', shape: oneAccount } },
    refusals: ['validation_failed'],
  }),
  usernameAvailable: endpoint({
    id: 'usernameAvailable',
    method: 'get',
    path: '/api/usernames/available',
    tag,
    summary: 'Check whether a username is available',
    description: 'Names that break the rules and reserved names are not available.',
    access: 'public',
    query: object<{ username: string }>({ username: typedName() }),
    answers: {
      200: { description: 'Right now.', shape: object({ available: flag().required() }) },
    },
  }),
};
