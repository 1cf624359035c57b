/** Named keys of operators: created, rotated and revoked without a restart. */
import Joi from 'joi';
import {
  OPERATOR_KEY_DAYS_MAX,
  OPERATOR_NAME_MAX,
  type OperatorRole,
  operatorRoles,
} from '#src/domain/operators/operator.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, name, object, oneOf } from '../schema/kinds.js';
import { optionalReason } from './console-accounts.js';

export interface NewKeyBody {
  name: string;
  role: OperatorRole;
  expires_in_days: number | null;
}

export interface KeyReason {
  reason?: string;
}

const tag = 'Operators';

const keyShape = object({
  id: Joi.string().uuid().required(),
  name: Joi.string().required(),
  role: oneOf(...operatorRoles).required(),
  created_at: Joi.string().isoDate().required(),
  created_by: Joi.string().required().description('The id of the key that created it; `console-key` is CONSOLE_KEY.'),
  rotated_at: Joi.string().isoDate().required().allow(null),
  expires_at: Joi.string().isoDate().required().allow(null),
  revoked_at: Joi.string().isoDate().required().allow(null),
});

const newKeyBody = object<NewKeyBody>({
  name: name().chars(1, OPERATOR_NAME_MAX).required().example('Ayşe Yılmaz'),
  role: oneOf(...operatorRoles).required(),
  expires_in_days: integer().min(1).max(OPERATOR_KEY_DAYS_MAX).allow(null).default(90).description('Null: never.'),
}).label('NewOperatorKey');

const withSecret = object({
  key: keyShape.required(),
  secret: Joi.string().required().description('The key itself. It is shown once: only its hash is stored.'),
});

export const consoleKeyEndpoints = {
  viewOperator: endpoint({
    id: 'viewOperator',
    method: 'get',
    path: '/api/console/me',
    tag,
    summary: 'Show the operator of this key',
    description: 'With the operations that the role of the operator may call.',
    access: 'console',
    answers: {
      200: {
        description: 'The operator, and the operations of this role.',
        shape: object({
          operator: object({
            id: Joi.string().required(),
            name: Joi.string().required(),
            role: oneOf(...operatorRoles).required(),
          }).required(),
          operations: list(Joi.string()).required(),
        }),
      },
    },
  }),
  listOperatorKeys: endpoint({
    id: 'listOperatorKeys',
    method: 'get',
    path: '/api/console/keys',
    tag,
    summary: 'List the keys of operators',
    description: 'Without their secrets. Revoked and expired keys are listed, too.',
    access: 'console',
    answers: { 200: { description: 'The keys.', shape: object({ keys: list(keyShape).required() }) } },
  }),
  createOperatorKey: endpoint({
    id: 'createOperatorKey',
    method: 'post',
    path: '/api/console/keys',
    tag,
    summary: 'Create a key for an operator',
    description: 'The secret is in this answer alone.',
    access: 'console',
    body: newKeyBody,
    answers: { 201: { description: 'The key and its secret.', shape: withSecret } },
    refusals: ['invalid_state'],
  }),
  rotateOperatorKey: endpoint({
    id: 'rotateOperatorKey',
    method: 'post',
    path: '/api/console/keys/{id}/rotation',
    tag,
    summary: 'Give a key a new secret',
    description: 'The old secret is refused from the answer on, on every node. Expiry and role stay.',
    access: 'console',
    body: object<KeyReason>({ reason: optionalReason() }),
    answers: { 200: { description: 'The key and its new secret.', shape: withSecret } },
    refusals: ['not_found', 'invalid_state'],
  }),
  revokeOperatorKey: endpoint({
    id: 'revokeOperatorKey',
    method: 'delete',
    path: '/api/console/keys/{id}',
    tag,
    summary: 'Revoke a key',
    description: 'For good. It is refused from the answer on, on every node.',
    access: 'console',
    query: object<KeyReason>({ reason: optionalReason() }),
    answers: { 200: { description: 'The key.', shape: object({ key: keyShape.required() }) } },
    refusals: ['not_found'],
  }),
};
