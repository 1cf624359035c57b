/** Logins of operators through the identity provider. */
import Joi from 'joi';
import { operatorRoles } from '#src/domain/operators/operator.js';
import { OPERATOR_LOGINS_MAX } from '#src/domain/operators/operator-login.js';
import { endpoint } from '../schema/endpoint.js';
import { list, object, oneOf } from '../schema/kinds.js';
import { type ReasonBody, reasonText } from './console-accounts.js';

export interface OperatorLoginBody {
  code: string;
  redirect_uri: string;
  code_verifier: string;
  nonce: string;
}

const OPAQUE_MAX = 4_096;
const tag = 'Operators';
const opaque = () => Joi.string().max(OPAQUE_MAX).required();

const loginBody = object<OperatorLoginBody>({
  code: opaque().description('As the provider sent it to the page of operators.'),
  redirect_uri: opaque().description('That of the description; a code for another address is refused.'),
  code_verifier: opaque().description('Of the PKCE challenge (S256) in the authorization request.'),
  nonce: opaque().description('Of the authorization request.'),
}).label('OperatorLogin');

const operatorShape = object({
  id: Joi.string().required().description('The same at each login of the person.'),
  name: Joi.string().required(),
  role: oneOf(...operatorRoles).required(),
});

export const consoleLoginEndpoints = {
  describeOperatorLogin: endpoint({
    id: 'describeOperatorLogin',
    method: 'get',
    path: '/api/console/login',
    tag,
    summary: 'Describe the login of operators',
    description: 'For the page that begins it.',
    access: 'public',
    answers: {
      200: {
        description:
          'What the authorization request needs, as in `GET /api/client-config`. Null: no group of the identity provider makes an operator (`OPERATOR_GROUPS`).',
        shape: object({
          oidc: object({
            authorization_endpoint: Joi.string().required(),
            client_id: Joi.string().required(),
            redirect_uri: Joi.string().required(),
            scope: Joi.string().required(),
          })
            .required()
            .allow(null),
        }),
      },
    },
    refusals: ['idp_unavailable'],
  }),
  loginOperator: endpoint({
    id: 'loginOperator',
    method: 'post',
    path: '/api/console/login',
    tag,
    summary: 'Log in as an operator with a code of the identity provider',
    description: `The groups of the person decide the role; without such a group it is \`not_allowed\`, and earlier logins of the person end. The secret is a key of this person until \`expires_at\`. A person has at most ${OPERATOR_LOGINS_MAX} logins at a time.`,
    access: 'public',
    body: loginBody,
    unfit: 'invalid_request',
    answers: {
      200: {
        description: 'The operator, and the key.',
        shape: object({
          operator: operatorShape.required(),
          secret: Joi.string().required().description('Shown once: only its hash is stored.'),
          expires_at: Joi.string().isoDate().required(),
        }),
      },
    },
    refusals: ['not_found', 'not_allowed', 'idp_rejected', 'invalid_id_token', 'rate_limited', 'idp_unavailable'],
  }),
  logoutOperator: endpoint({
    id: 'logoutOperator',
    method: 'delete',
    path: '/api/console/login',
    tag,
    summary: 'End the login of this key',
    description: 'Only a login ends so (`invalid_state` otherwise): an admin revokes a named key.',
    access: 'console',
    answers: { 204: { description: 'Its secret is refused from now on, on every node.' } },
    refusals: ['invalid_state'],
  }),
  listOperatorLogins: endpoint({
    id: 'listOperatorLogins',
    method: 'get',
    path: '/api/console/logins',
    tag,
    summary: 'List the logins of operators',
    description: 'Those through the identity provider; named keys have a list of their own.',
    access: 'console',
    answers: {
      200: {
        description: 'Those that have not ended. `role` is null if no group of the login has a role now.',
        shape: object({
          logins: list(
            object({
              operator: object({
                id: Joi.string().required(),
                name: Joi.string().required(),
                role: oneOf(...operatorRoles)
                  .required()
                  .allow(null),
              }).required(),
              groups: list(Joi.string()).required(),
              created_at: Joi.string().isoDate().required(),
              expires_at: Joi.string().isoDate().required(),
            }),
          ).required(),
        }),
      },
    },
  }),
  endOperatorLogins: endpoint({
    id: 'endOperatorLogins',
    method: 'delete',
    path: '/api/console/logins/{id}',
    tag,
    summary: 'End all logins of an operator',
    description: 'By the id of the operator. The person may log in again as long as the group is there.',
    access: 'console',
    query: object<ReasonBody>({ reason: reasonText() }),
    answers: { 204: { description: 'No login of this operator is left.' } },
  }),
};
