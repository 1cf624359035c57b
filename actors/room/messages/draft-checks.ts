/** The checks of a draft, and the reasons to refuse it here and now: in the order target, state, fields. */
import { refuse } from '#actors/runtime/decision.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import type { Draft } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { keysToSend, type Survey } from '#src/domain/messages/message-kinds.js';
import { isTooLarge } from '#src/domain/messages/sizes.js';
import { isAdmin, sendRefusal } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { Doc } from '#src/store/store.js';
import { rowById } from '../access/row-targets.js';
import { fileNeeds, fileProblem, invalidAttachment } from '../files/message-files.js';
import type { Sending } from '../model/message-content.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { isVisible } from '../model/row-views.js';
import { replyProblem } from './discussions.js';

type Refused = ReturnType<typeof refuse>;

/** The checks beyond the sender: quoted and discussed rows, files, the owner of a card. */
export function draftNeeds(needs: Needs, draft: Draft): void {
  if (draft.replyTo !== null) needs.row(seqOfMessageId(draft.replyTo));
  if (draft.discussionOf !== null) needs.row(seqOfMessageId(draft.discussionOf));
  if (draft.attachment || draft.forward) fileNeeds(needs, draft);
  if (draft.kind !== 'contact' || draft.forward) return;
  const name = foldUsername(String(draft.attachment?.username));
  needs.once('contact', (reader) => reader.get<Doc & { account: string }>('usernames', name));
}

/** Mute first, then the permissions for the content and for the place. */
export function voiceProblem(head: Head, { command, member, content, now }: Sending): Refused | null {
  const { kind, body, attachment } = content;
  const keys = keysToSend(kind, body, attachment, command.draft.discussionOf !== null);
  const code = sendRefusal(head, member, keys, now);
  if (code === 'muted') return refuse('muted', { until: member.mutedUntil as number });
  return code && refuse(code);
}

export function draftProblem(state: RoomState, sending: Sending): Refused | null {
  const { command, member, now } = sending;
  const { draft } = command;
  const { forward } = draft;
  if (forward && !forward.source) return { kind: 'refuse', refusal: forward.refusal ?? { code: 'not_found' } };
  return (
    replyProblem(state, member, draft, now) ??
    slowness(state.head as Head, member, now) ??
    bodyProblem(state, draft) ??
    quoteProblem(state, member, draft, now) ??
    attachmentProblem(state, command, now) ??
    fileProblem(state, sending)
  );
}

/** To the millisecond: at `until` the next message may come. */
function slowness({ settings }: Head, member: Member, now: number): Refused | null {
  if (settings.slowModeS === 0 || isAdmin(member) || member.saidAt === undefined) return null;
  const until = member.saidAt + settings.slowModeS * 1_000;
  return now < until ? refuse('slow_mode', { until }) : null;
}

function bodyProblem({ sizes }: RoomState, { body, attachment, forward }: Draft): Refused | null {
  if (body === '' && !attachment && !forward) {
    return refuse('validation_failed', { fields: { body: ['must not be empty'] } });
  }
  return lengthProblem(sizes.message, body);
}

/** The message names the bound, because clients know that of the specification. */
export function lengthProblem(bytesMax: number, body: string): Refused | null {
  if (utf8Length(body) <= bytesMax) return null;
  return refuse('message_too_long', { message: `A message has at most ${bytesMax} bytes of UTF-8.` });
}

function quoteProblem(state: RoomState, member: Member, { replyTo }: Draft, now: number): Refused | null {
  if (replyTo === null) return null;
  const quoted = rowById(state, replyTo);
  const readable = quoted && isVisible(state.head as Head, member, quoted, now);
  return readable ? null : refuse('validation_failed', { fields: { reply_to: ['is not a message of this room'] } });
}

function attachmentProblem(state: RoomState, command: { draft: Draft }, now: number): Refused | null {
  const { kind, attachment, forward } = command.draft;
  if (forward || !attachment) return null;
  if (kind !== undefined && isTooLarge(state.sizes, kind, attachment))
    return invalidAttachment('The file is larger than this service accepts.');
  if (kind === 'contact' && !state.readsFor(command).contact)
    return invalidAttachment('Nobody has the username of this contact.');
  if (kind !== 'survey') return null;
  const { closes_at } = attachment as unknown as Survey;
  return closes_at !== undefined && closes_at <= now
    ? invalidAttachment('The closes_at of a survey must be in the future.')
    : null;
}

/** Shorter than any bound that may be set. */
const SURELY_SHORT = 256;

/** Bytes of UTF-8, counted only when they could be too many. */
export function utf8Length(text: string): number {
  if (text.length * 3 <= SURELY_SHORT) return text.length;
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Two units of a surrogate pair make four bytes, two each.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}
