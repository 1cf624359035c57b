/** Every error code and every limit, as tables. */

import type { RateWindows } from '#src/adapters/rate-limits/fixed-window-limits.js';
import { BIO_MAX } from '#src/domain/accounts/account.js';
import { BOT_TOKENS_MAX, BOTS_MAX } from '#src/domain/accounts/bot.js';
import { PHOTO_BYTES_MAX, PHOTO_SIDE_MAX, PHOTOS_MAX, ROOM_PHOTO_BYTES_MAX } from '#src/domain/accounts/photo.js';
import { USERNAME_LENGTH_MAX, USERNAME_LENGTH_MIN } from '#src/domain/accounts/username.js';
import { EVENT_BATCHES_PER_MINUTE, EVENTS_PER_BATCH_MAX } from '#src/domain/interests/interest-event.js';
import * as bounds from '#src/domain/limits.js';
import { DOCUMENT_BYTES_MAX } from '#src/domain/messages/media.js';
import {
  BODY_BYTES_MAX,
  HASHTAGS_MAX,
  MENTIONS_MAX,
  PINS_MAX,
  REACTION_KINDS_MAX,
} from '#src/domain/messages/message.js';
import { ARTICLE_BLOCKS_MAX, ARTICLE_BYTES_MAX, SURVEY_OPTIONS_MAX } from '#src/domain/messages/message-kinds.js';
import { SLUG_ATTEMPTS_PER_DAY } from '#src/domain/organizations/organization.js';
import { PANEL_CODES_PER_MINUTE } from '#src/domain/organizations/panel-link.js';
import { PASSWORD_MAX, PASSWORD_MIN } from '#src/domain/v1/v1-password.js';
import { WEBHOOKS_MAX } from '#src/domain/webhooks/webhook.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import type { Group } from './docs-section.js';
import { type Html, html, prose } from './html.js';

type Row = [what: string, bound: string];

const number = (value: number): string => value.toLocaleString('en').replaceAll(',', ' ');

const rates = (windows: RateWindows): Row[] => [
  ['`/api/auth/*`', `${bounds.AUTH_REQUESTS_PER_MINUTE} requests a minute for a client address`],
  ['`message:new` and `POST …/messages`', `${bounds.MESSAGES_PER_WINDOW} in 10 seconds for an account`],
  [
    'All that the sockets of an account send',
    `${number(bounds.SOCKET_FRAMES_PER_SECOND)} frames and ${number(bounds.SOCKET_BYTES_PER_SECOND)} bytes a second; the rest is read later`,
  ],
  ['Slash commands', `${bounds.SLASH_COMMANDS_PER_MINUTE} a minute for an account, a room and a command`],
  ['`GET /api/link-preview`', `${bounds.LINK_PREVIEWS_PER_MINUTE} a minute for an account`],
  ['Searches', `${bounds.SEARCHES_PER_MINUTE} a minute for an account`],
  ['Pages of own replies and discussions', `${bounds.INBOX_PAGES_PER_MINUTE} a minute for an account`],
  ['A search of messages', `${number(bounds.SEARCH_DEADLINE_MS / 1_000)} s, then the answer has a \`next_before_seq\``],
  ['`POST /api/analytics/events`', `${EVENT_BATCHES_PER_MINUTE} batches a minute for an account`],
  ['`POST /api/reports`', `${bounds.REPORTS_PER_HOUR} an hour for an account`],
  ['`POST /api/panel/link`', `${PANEL_CODES_PER_MINUTE} a minute for a client address`],
  ['Another address of an organization', `${SLUG_ATTEMPTS_PER_DAY} attempts a day`],
  ...Object.entries(windows).map(
    ([name, { limit, windowMs }]): Row => [`\`${name}\``, `${number(limit)} in ${number(windowMs / 1_000)} s`],
  ),
  ['`/v1/*`, sliding', '600 requests a minute for a client address'],
  ...v1Endpoints.flatMap(({ method, path, perIp }): Row[] =>
    perIp ? [[`\`${method.toUpperCase()} ${path}\`, sliding`, `${perIp.limit} a minute for a client address`]] : [],
  ),
];

const values: Row[] = [
  ['Body of a REST request', `${number(bounds.REST_BODY_BYTES_MAX)} bytes, ${number(bounds.JSON_VALUES_MAX)} values`],
  [
    'The same with an article, a sponsored item or a list of events; a frame of a socket',
    `${number(bounds.LARGE_REST_BODY_BYTES_MAX)} bytes, ${number(bounds.LARGE_JSON_VALUES_MAX)} values`,
  ],
  ['JSON', `nested at most ${bounds.JSON_DEPTH_MAX} deep; an escaped character counts as the character`],
  ['Body of a message', `${number(BODY_BYTES_MAX)} bytes of UTF-8`],
  ['`client_id`, `Idempotency-Key`', `${bounds.CLIENT_ID_MAX} characters`],
  ['Username', `${USERNAME_LENGTH_MIN}-${USERNAME_LENGTH_MAX} characters`],
  ['Password of `/v1`', `${PASSWORD_MIN}-${PASSWORD_MAX} characters`],
  ['Biography', `${BIO_MAX} characters`],
  ['Bots of a person', `${BOTS_MAX}, each with ${BOT_TOKENS_MAX} tokens and ${WEBHOOKS_MAX} webhooks`],
  ['Name of a room', `${bounds.ROOM_NAME_MAX} characters`],
  ['Slug of a room', `${bounds.SLUG_MIN}-${bounds.SLUG_MAX} characters`],
  ['Welcome message', `${bounds.WELCOME_MESSAGE_MAX} characters`],
  ['Tag of a member', `${bounds.MEMBER_TAG_MAX} characters`],
  ['Life of messages', `1-${number(bounds.MESSAGE_TTL_HOURS_MAX)} hours`],
  ['Slow mode', `up to ${number(bounds.SLOW_MODE_S_MAX)} seconds`],
  ['Muting', `1-${number(bounds.MUTE_MINUTES_MAX)} minutes, ${bounds.MUTE_MINUTES_DEFAULT} unless told`],
  ['Invite', `${bounds.INVITE_HOURS_MAX} hours, ${number(bounds.INVITE_USES_MAX)} uses`],
  ['Reason of a ban', `${bounds.BAN_REASON_MAX} characters`],
  ['Page of messages', `${bounds.PAGE_MAX} rows, ${bounds.PAGE_DEFAULT} unless told`],
  ['Page of members', `${number(bounds.MEMBERS_MAX)}`],
  ['Pins of a room', `${PINS_MAX}`],
  ['Of one message', `${REACTION_KINDS_MAX} kinds of reactions, ${HASHTAGS_MAX} hashtags, ${MENTIONS_MAX} mentions`],
  ['Options of a survey', `2-${SURVEY_OPTIONS_MAX}`],
  ['Article', `${ARTICLE_BLOCKS_MAX} blocks, ${number(ARTICLE_BYTES_MAX)} bytes`],
  ['Document', `${number(DOCUMENT_BYTES_MAX)} bytes, kept for an hour`],
  ['Profile photo', `${number(PHOTO_BYTES_MAX)} bytes, ${number(PHOTO_SIDE_MAX)} pixels a side, ${PHOTOS_MAX} photos`],
  ['Photo of a room', `${number(ROOM_PHOTO_BYTES_MAX)} bytes`],
  ['Batch of events', `${EVENTS_PER_BATCH_MAX} events`],
  ['Links', '600 seconds for uploads, an hour for downloads'],
  ['Tokens', 'access token 60 minutes, refresh token 90 days; of `/v1` 15 minutes and 30 days'],
];

const rows = (table: Row[]): Html[] =>
  table.map(([what, bound]) => html`<tr><th>${prose(what)}</th><td>${prose(bound)}</td></tr>`);

export const limitGroups = (windows: RateWindows): Group[] => {
  const ratesText = html`<p>More is <a href="/docs/errors#error-rate_limited"><code>rate_limited</code></a>: wait a few seconds.
  Windows of <code>/api</code> are fixed; those of <code>/v1</code> slide, and answers tell
  <code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>Retry-After</code>.</p>`;
  const table = (title: string, id: string, text: Html | null, all: Row[]): Group => ({
    title,
    sections: [
      { id, title, markup: html`<article id="${id}">${text}<table><tbody>${rows(all)}</tbody></table></article>` },
    ],
  });
  return [table('Rates', 'rates', ratesText, rates(windows)), table('Values', 'values', null, values)];
};
