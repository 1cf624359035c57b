/** Bots of a person, and their tokens. */
import Joi from 'joi';
import { BOT_TOKEN_NAME_MAX, BOT_TOKENS_MAX, BOTS_MAX } from '#src/domain/accounts/bot.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, name, object, text } from '../schema/kinds.js';
import { personKeys } from '../shapes/person.js';

const tag = 'Bots and webhooks';

export const botShape = object({
  ...personKeys,
  created_at: Joi.string().isoDate().required(),
}).meta({ shape: 'Bot' });

export const botTokenShape = object({
  id: Joi.string().uuid().required(),
  name: Joi.string().required().example('server in Ankara'),
  room: Joi.string()
    .required()
    .allow(null)
    .description('The slug of the room that it posts into, and of nothing else; null: a token of the bot.'),
  created_at: Joi.string().isoDate().required(),
  last_used_at: integer().required().allow(null).description('ms since epoch, exact to a minute; null: not used yet.'),
}).meta({ shape: 'BotToken' });

const newBotBody = object<{ username: string }>({
  username: text().required().description('Follows the rules of usernames.').example('yanki'),
}).label('NewBot');

const newTokenBody = object<{ name: string; room?: string }>({
  name: name().chars(1, BOT_TOKEN_NAME_MAX).required().description('Tells tokens apart.').example('server in Ankara'),
  room: text()
    .chars(1, 64)
    .description(
      'The slug of a room of the bot: the token then posts into it through the address in `url`, and opens nothing else.',
    ),
}).label('NewBotToken');

const withBot = object({ bot: botShape.required() });

export const tokenWithSecret = object({
  token: botTokenShape.required(),
  secret: Joi.string().required().description('The token itself. It is shown once: only its hash is stored.'),
  url: Joi.string().description('For a token with a room: the address to post to. It is a secret, too.'),
});

export const botEndpoints = {
  listBots: endpoint({
    id: 'listBots',
    method: 'get',
    path: '/api/bots',
    tag,
    summary: 'List own bots',
    description: `At most ${BOTS_MAX}, the oldest first. The paths of bots exist where \`BOTS\` is on.`,
    access: 'username',
    answers: { 200: { description: 'The bots.', shape: object({ bots: list(botShape).required() }) } },
    refusals: ['not_found'],
  }),
  createBot: endpoint({
    id: 'createBot',
    method: 'post',
    path: '/api/bots',
    tag,
    summary: 'Create a bot',
    description:
      'A bot is an account without a login. Admins add it to their rooms as they add people (`POST /api/rooms/{slug}/members`). It ends with its owner.',
    access: 'username',
    body: newBotBody,
    answers: { 201: { description: 'The bot.', shape: withBot } },
    refusals: ['not_found', 'invalid_state', 'rate_limited'],
  }),
  deleteBot: endpoint({
    id: 'deleteBot',
    method: 'delete',
    path: '/api/bots/{id}',
    tag,
    summary: 'Delete a bot',
    description:
      'Its tokens and sockets end at once. Its data is erased as that of a person; its messages stay without a name.',
    access: 'username',
    answers: { 204: { description: 'Deleted.' } },
    refusals: ['not_found'],
  }),
  listBotTokens: endpoint({
    id: 'listBotTokens',
    method: 'get',
    path: '/api/bots/{id}/tokens',
    tag,
    summary: 'List the tokens of a bot',
    description: 'Without the tokens themselves.',
    access: 'username',
    answers: {
      200: { description: 'The tokens, the oldest first.', shape: object({ tokens: list(botTokenShape).required() }) },
    },
    refusals: ['not_found'],
  }),
  createBotToken: endpoint({
    id: 'createBotToken',
    method: 'post',
    path: '/api/bots/{id}/tokens',
    tag,
    summary: 'Create a token of a bot',
    description: `The token is in this answer alone. It is sent like an access token, over REST and in the handshake of a socket, and does not expire. A bot has at most ${BOT_TOKENS_MAX}.`,
    access: 'username',
    body: newTokenBody,
    isSecret: true,
    answers: { 201: { description: 'The token.', shape: tokenWithSecret } },
    refusals: ['not_found', 'room_not_found', 'not_member', 'banned', 'not_allowed', 'invalid_state'],
  }),
  revokeBotToken: endpoint({
    id: 'revokeBotToken',
    method: 'delete',
    path: '/api/bots/{id}/tokens/{token}',
    tag,
    summary: 'Revoke a token of a bot',
    description: 'It is refused from the answer on, on every node, and its sockets are closed.',
    access: 'username',
    answers: { 204: { description: 'Revoked.' } },
    refusals: ['not_found'],
  }),
};
