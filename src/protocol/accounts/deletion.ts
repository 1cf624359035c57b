import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { object } from '../schema/kinds.js';

/** A new login, which proves the person's identity. Developer accounts have no such proof. */
export interface ProofBody {
  code?: string;
  redirect_uri?: string;
  code_verifier?: string;
  nonce?: string;
}

const OPAQUE_MAX = 4_096;
const opaque = () => Joi.string().max(OPAQUE_MAX);

const proofBody = object<ProofBody>({
  code: opaque().description('A fresh authorization code of the same identity. Required but for developer accounts.'),
  redirect_uri: opaque().description('As in the authorization request. Required with a code.'),
  code_verifier: opaque().description('Of the PKCE challenge. Required with a code.'),
  nonce: opaque().description('Required when the authorization request carried one.'),
}).label('DeletionProof');

export const deletionEndpoints = {
  deleteMe: endpoint({
    id: 'deleteMe',
    method: 'delete',
    path: '/api/me',
    tag: 'Account',
    summary: 'Delete the own account permanently',
    description:
      'The account stops existing with the answer. Its sockets hear `session:closed` with reason `account_deleted`; rooms it has founded are deleted, it leaves other rooms, and a direct chat stays with the peer. Its messages in rooms of others stay, with `sender.account_id` null. The deletion continues after the answer, also across a restart.',
    access: 'bearer',
    body: proofBody,
    unfit: 'invalid_request',
    answers: { 204: { description: 'Deleted.' } },
    refusals: ['idp_rejected', 'invalid_id_token', 'idp_unavailable', 'idp_not_configured'],
  }),
};
