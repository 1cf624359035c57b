/** Bots and webhooks for operators: to see them, to switch webhooks off, and to make bots that belong to no person. */
import Joi from 'joi';
import { BOT_TOKEN_NAME_MAX } from '#src/domain/accounts/bot.js';
import { botShape, tokenWithSecret } from '../bots/bots.js';
import { endpoint } from '../schema/endpoint.js';
import { list, name, object, text } from '../schema/kinds.js';
import { webhookShape } from '../webhooks/webhooks.js';
import { type ReasonBody, reasonText } from './console-accounts.js';

const tag = 'Operators';

const shownBot = object({
  bot: botShape.required(),
  owner_id: Joi.string().uuid().required().allow(null).description('Null: a bot of the operators.'),
  webhooks: list(webhookShape).required(),
});

export const consoleBotEndpoints = {
  listBotsOfAccount: endpoint({
    id: 'listBotsOfAccount',
    method: 'get',
    path: '/api/console/accounts/{id}/bots',
    tag,
    summary: 'List the bots of an account',
    description: 'With their webhooks. For the id of a bot: this bot. A bot is suspended and erased as any account.',
    access: 'console',
    query: object<ReasonBody>({ reason: reasonText() }),
    answers: { 200: { description: 'The bots.', shape: object({ bots: list(shownBot).required() }) } },
    refusals: ['not_found'],
  }),
  createBotAsOperator: endpoint({
    id: 'createBotAsOperator',
    method: 'post',
    path: '/api/console/bots',
    tag,
    summary: 'Create a bot of the operators',
    description: 'It has no owner, and ends when an operator erases it.',
    access: 'console',
    body: object<ReasonBody & { username: string }>({
      username: text().required().example('duyuru'),
      reason: reasonText(),
    }).label('NewOperatorBot'),
    answers: { 201: { description: 'The bot.', shape: object({ bot: botShape.required() }) } },
  }),
  createBotTokenAsOperator: endpoint({
    id: 'createBotTokenAsOperator',
    method: 'post',
    path: '/api/console/bots/{id}/tokens',
    tag,
    summary: 'Create a token of a bot of the operators',
    description: 'The token is in this answer alone. Ending the sessions of the account revokes all its tokens.',
    access: 'console',
    body: object<ReasonBody & { name: string }>({
      name: name().chars(1, BOT_TOKEN_NAME_MAX).required().example('announcements'),
      reason: reasonText(),
    }).label('NewOperatorBotToken'),
    answers: { 201: { description: 'The token.', shape: tokenWithSecret } },
    refusals: ['not_found', 'invalid_state'],
  }),
  disableWebhook: endpoint({
    id: 'disableWebhook',
    method: 'delete',
    path: '/api/console/webhooks/{id}',
    tag,
    summary: 'Switch a webhook off',
    description: 'Its owner sees the reason `operator` and cannot switch it on again.',
    access: 'console',
    query: object<ReasonBody>({ reason: reasonText() }),
    answers: { 200: { description: 'The webhook.', shape: object({ webhook: webhookShape.required() }) } },
    refusals: ['not_found'],
  }),
};
