/** Links a browser: the browser shows a QR code, the app confirms the code, and the browser claims its session. */
import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, name, object } from '../schema/kinds.js';
import { accountShape } from '../shapes/account.js';

export interface LinkBody {
  label: string | null;
}

const tag = 'Panel';
const SECRET_MAX = 256;

export const panelShape = object({
  id: Joi.string().uuid().required(),
  label: Joi.string().required().allow(null).example('Firefox on Linux'),
  linked_at: integer().required().description('ms since epoch.'),
  last_used_at: integer()
    .required()
    .allow(null)
    .description('ms since epoch: its session was opened or renewed. Null until there was one.'),
}).meta({ shape: 'PanelLink' });

const linkBody = object<LinkBody>({
  label: name()
    .empty('')
    .allow(null)
    .default(null)
    .description('The name of the browser. It is cut after 64 characters.')
    .example('Firefox on Linux'),
}).label('PanelLinkRequest');

const secret = (what: string) => Joi.string().max(SECRET_MAX).required().description(what);

export const panelLinkEndpoints = {
  beginPanelLink: endpoint({
    id: 'beginPanelLink',
    method: 'post',
    path: '/api/panel/link',
    tag,
    summary: 'Create a QR code that links a browser',
    description:
      'Good for 180 s. The code is for the app, the claim for the browser alone: a person who sees the code can confirm it, but cannot use the resulting session. 20 a minute per address.',
    access: 'public',
    body: linkBody,
    unfit: 'invalid_request',
    answers: {
      201: {
        description: 'The two secrets and the content of the QR code.',
        shape: object({
          code: Joi.string().required(),
          claim: Joi.string().required(),
          qr: Joi.string().required().example('meydan://panel-link?code=…'),
          expires_in: integer().required().description('Seconds.'),
        }),
      },
    },
    refusals: ['rate_limited', 'unavailable'],
  }),
  claimPanelLink: endpoint({
    id: 'claimPanelLink',
    method: 'post',
    path: '/api/panel/link/claim',
    tag,
    summary: 'Check whether the code has been confirmed',
    description: 'The browser polls this endpoint. After the confirmation the answer is a session, a single time.',
    access: 'public',
    body: object<{ claim: string }>({ claim: secret('As answered with the code.') }).label('PanelClaim'),
    unfit: 'invalid_request',
    answers: {
      200: {
        description: 'Confirmed: the token pair of a session of platform `web_app`.',
        shape: object({
          access_token: Joi.string().required(),
          refresh_token: Joi.string().required(),
          token_type: Joi.string().valid('Bearer').required(),
          expires_in: integer().required(),
          refresh_expires_in: integer().required(),
          account: accountShape.required(),
          link_id: Joi.string().uuid().required().description('Which of the linked browsers this is.'),
        }),
      },
      202: {
        description: 'The code has not been confirmed yet.',
        shape: object({ status: Joi.valid('pending').required(), expires_in: integer().required() }),
      },
    },
    refusals: ['account_suspended', 'not_found', 'unavailable', 'overloaded'],
  }),
  viewPanelCode: endpoint({
    id: 'viewPanelCode',
    method: 'get',
    path: '/api/me/panels/codes/{code}',
    tag,
    summary: 'View the browser that shows this code',
    description:
      'For the person who scans or types the code, before the browser is linked. The code is good for three minutes.',
    access: 'username',
    answers: {
      200: {
        description: 'As the browser named itself.',
        shape: object({ label: Joi.string().required().allow(null), expires_in: integer().required() }),
      },
    },
    refusals: ['not_found'],
  }),
  linkPanel: endpoint({
    id: 'linkPanel',
    method: 'post',
    path: '/api/me/panels',
    tag,
    summary: 'Confirm the code that a browser shows',
    description: 'It works once.',
    access: 'username',
    body: object<{ code: string }>({ code: secret('As the QR code says.') }).label('PanelConfirmation'),
    unfit: 'invalid_request',
    answers: { 201: { description: 'The link.', shape: object({ panel: panelShape.required() }) } },
    refusals: ['not_found'],
  }),
  listPanels: endpoint({
    id: 'listPanels',
    method: 'get',
    path: '/api/me/panels',
    tag,
    summary: 'List the linked browsers, newest first',
    description: 'Browsers that were linked by `POST /api/me/panels`, for the person to recognize and revoke.',
    access: 'username',
    answers: { 200: { description: 'The list.', shape: object({ panels: list(panelShape).required() }) } },
  }),
  unlinkPanel: endpoint({
    id: 'unlinkPanel',
    method: 'delete',
    path: '/api/me/panels/{id}',
    tag,
    summary: 'Revoke a linked browser',
    description: 'All its sessions end at once. A new code is needed to link it again.',
    access: 'username',
    answers: { 204: { description: 'Revoked.' } },
    refusals: ['not_found'],
  }),
};
