/** Moderation of a room: kicks, mutes, bans, tags. */
import Joi from 'joi';
import { BAN_REASON_MAX, MEMBER_TAG_MAX, MUTE_MINUTES_DEFAULT, MUTE_MINUTES_MAX } from '#src/domain/limits.js';
import { cleanName, cleanText, firstCharacters } from '#src/domain/text/text.js';
import type { ErrorCode } from '#src/errors.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, object } from '../schema/kinds.js';

const tag = 'Room administration';
const done = { 204: { description: 'Done.' } };

const noText = Joi.any().custom((value, helpers) => (typeof value === 'string' ? helpers.error('any.invalid') : value));

/** Text that is cleaned and cut, not refused. A value that is no text counts as empty, and empty means none. */
const softText = (clean: (text: string) => string, max: number) =>
  Joi.string()
    .allow('')
    .custom((value: string) => firstCharacters(clean(value).trim(), max).trim())
    .empty(noText)
    .default('');

const memberTag = Joi.string()
  .allow('', null)
  .custom((value: string) => firstCharacters(cleanName(value).trim(), MEMBER_TAG_MAX).trim())
  .required();

const clampMinutes = (value: number) => Math.min(Math.max(Math.floor(value), 1), MUTE_MINUTES_MAX);

const minutes = Joi.number()
  .strict()
  .unsafe()
  .custom(clampMinutes)
  .failover(MUTE_MINUTES_DEFAULT)
  .default(MUTE_MINUTES_DEFAULT)
  .description(`Clamped to 1-${MUTE_MINUTES_MAX}; a value that is no number gives ${MUTE_MINUTES_DEFAULT}.`);

const moderationRefusals: ErrorCode[] = [
  'room_not_found',
  'not_admin',
  'not_found',
  'not_member',
  'founder_protected',
  'not_allowed',
];

export const roomModerationEndpoints = {
  kickMember: endpoint({
    id: 'kickMember',
    method: 'delete',
    path: '/api/rooms/{slug}/members/{account_id}',
    tag,
    summary: 'Remove a member',
    description:
      'Requires `group.can_ban_members`, against an admin also `group.can_ban_administrators`. They may come back.',
    access: 'username',
    answers: done,
    refusals: moderationRefusals,
  }),
  tagMember: endpoint({
    id: 'tagMember',
    method: 'put',
    path: '/api/rooms/{slug}/members/{account_id}/tag',
    tag,
    summary: 'Set the tag of a member',
    description: `Requires \`group.can_edit_member_tags\`. Trimmed and cut to ${MEMBER_TAG_MAX} characters; empty or null removes it, a missing one is refused.`,
    access: 'username',
    body: object<{ tag: string | null }>({ tag: memberTag }).label('TagMember'),
    unfit: 'invalid_request',
    fieldsLast: true,
    answers: {
      200: {
        description: 'The tag as it is now.',
        shape: object({ account_id: Joi.string().uuid().required(), tag: Joi.string().required().allow(null) }),
      },
    },
    refusals: ['not_admin', 'not_member', 'not_found', 'room_not_found'],
  }),
  muteMember: endpoint({
    id: 'muteMember',
    method: 'put',
    path: '/api/rooms/{slug}/members/{account_id}/mute',
    tag,
    summary: 'Mute a member for a time',
    description: 'Requires the permissions of removing a member. A repetition starts the time anew.',
    access: 'username',
    body: object<{ minutes: number }>({ minutes }).label('MuteMember'),
    answers: {
      200: {
        description: 'Until when.',
        shape: object({ muted_until: integer().required().description('Milliseconds since epoch.') }),
      },
    },
    refusals: moderationRefusals,
  }),
  unmuteMember: endpoint({
    id: 'unmuteMember',
    method: 'delete',
    path: '/api/rooms/{slug}/members/{account_id}/mute',
    tag,
    summary: 'Unmute a member',
    description: 'Ends the mute of an admin before its time. The member may write again at once.',
    access: 'username',
    answers: done,
    refusals: moderationRefusals,
  }),
  banMember: endpoint({
    id: 'banMember',
    method: 'put',
    path: '/api/rooms/{slug}/bans/{account_id}',
    tag,
    summary: 'Ban an account, a member or not',
    description: 'Requires the permissions of removing a member. For a banned account the first reason stays.',
    access: 'username',
    body: object<{ reason: string | null }>({ reason: softText(cleanText, BAN_REASON_MAX) }).label('BanMember'),
    answers: done,
    refusals: moderationRefusals.filter((code) => code !== 'not_member'),
  }),
  unbanMember: endpoint({
    id: 'unbanMember',
    method: 'delete',
    path: '/api/rooms/{slug}/bans/{account_id}',
    tag,
    summary: 'Lift a ban',
    description: 'It does not bring them back.',
    access: 'username',
    answers: done,
    refusals: moderationRefusals.filter((code) => code !== 'not_member'),
  }),
};
