/** Saying something: a row of its own, exactly once per client_id. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { AccountId, Caller, Language } from '#src/domain/account.js';
import { hash53 } from '#src/domain/hash.js';
import { BODY_BYTES_MAX, type Content, type Draft, noContent, type Row } from '#src/domain/message.js';
import { seqOfMessageId } from '#src/domain/message-id.js';
import { hashtagsOf, hasLink, namesIn } from '#src/domain/message-text.js';
import { isAdmin, sendRefusal } from '#src/domain/permissions.js';
import type { Head, Member } from '#src/domain/room.js';
import { foldUsername } from '#src/domain/username.js';
import { dedupKey } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import { exists, isRefused, memberOr } from './access.js';
import type { CommandOf, Handled } from './handler.js';
import type { RowDraft } from './land.js';
import type { Needs } from './needs.js';
import type { RoomState } from './room-state.js';
import { isVisible, rowView } from './row-views.js';
import type { Seen } from './seen-requests.js';

type SendMessage = CommandOf<'send_message'>;
const ALL = 'all';
/** Most messages mention nobody: they share one empty list. Rows are never changed in place. */
const none: AccountId[] = [];

export function sendMessageNeeds(needs: Needs, { by, draft }: SendMessage): void {
  if (!needs.state.head) return;
  if (draft.clientId !== null) {
    const seen = needs.seen(by.accountId, draft.clientId);
    if (seen) needs.row(seen.seq);
  }
  needs.member(by.accountId);
  if (draft.replyTo !== null) needs.row(seqOfMessageId(draft.replyTo));
  needsMentioned(needs, draft.body);
}

/** Names in a text, whose they are, and whether those are members. */
export function needsMentioned(needs: Needs, body: string): void {
  const names = mentionable(body);
  if (names.length === 0) return;
  const found = needs.once('names', async (reader) => {
    const docs = await reader.getMany<Doc & { account: AccountId }>('usernames', names.map(foldUsername));
    return new Map(names.map((name, at) => [name, docs[at]?.account ?? null]));
  });
  for (const account of found?.values() ?? []) if (account) needs.member(account);
}

const mentionable = (body: string): string[] => namesIn(body).filter((name) => name !== ALL);

export function sendMessage(state: RoomState, command: SendMessage, turn: { now: number }): Handled {
  const { by, draft } = command;
  if (!exists(state)) return refuse('room_not_found');
  const { clientId } = draft;
  const hash = clientId === null ? undefined : requestHash(draft);
  const seen = clientId === null ? undefined : state.seen.get(by.accountId, clientId);
  if (seen) return repeated(state, seen, hash);
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const code = sendRefusal(state.head, member, keysFor(draft), turn.now);
  if (code === 'muted') return refuse('muted', { until: member.mutedUntil as number });
  if (code) return refuse(code);
  const problem = draftProblem(state, member, draft, turn.now);
  if (problem) return problem;
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [],
    row: rowOf(state, command, member),
    ...(clientId === null || hash === undefined ? {} : { dedup: dedupKey(state.id, by.accountId, clientId), hash }),
    reply: (entry) => ({ message: rowView(state, entry.row as Row), duplicate: false }),
  };
}

/** A resend answers the first message as it is now, whatever happened in between. */
function repeated(state: RoomState, seen: Seen, hash: string | undefined): Handled {
  if (seen.hash !== hash) return refuse('idempotency_conflict');
  const row = state.rowAt(seen.seq);
  return row ? reply({ message: rowView(state, row), duplicate: true }) : refuse('not_found');
}

/** The parts are told apart by a character that ids have not. */
const requestHash = ({ body, replyTo, discussionOf }: Draft): string =>
  hash53(`${replyTo ?? ''}\n${discussionOf ?? ''}\n${body}`);

function keysFor(draft: Draft): string[] {
  return ['send_message', ...(hasLink(draft.body) ? ['send_message.links'] : [])];
}

function draftProblem(state: RoomState, member: Member, draft: Draft, now: number): Handled | null {
  const head = state.head as Head;
  const { body, replyTo } = draft;
  if (body === '') return refuse('validation_failed', { fields: { body: ['must not be empty'] } });
  if (utf8Length(body) > BODY_BYTES_MAX) return refuse('message_too_long');
  if (replyTo === null) return null;
  const quoted = rowById(state, replyTo);
  const readable = quoted && isVisible(head, member, quoted, now);
  return readable ? null : refuse('validation_failed', { fields: { reply_to: ['is not a message of this room'] } });
}

function rowOf(state: RoomState, command: SendMessage, member: Member): RowDraft {
  const { by, draft } = command;
  const content = contentOf(state, command, draft.body, by);
  const { body, attachment, mentions, hashtags } = content;
  return {
    body,
    attachment,
    mentions,
    hashtags,
    mentioned: mentions.length === 0 ? none : mentions.map(({ accountId }) => accountId),
    mentionsAll: isAdmin(member) && namesIn(body).includes(ALL),
    kind: 'text',
    clientId: draft.clientId,
    sender: { accountId: by.accountId, username: by.username, role: member.role, tag: member.tag },
    replyTo: draft.replyTo,
    discussionOf: null,
    audience: 'all',
    event: null,
    owner: by.accountId,
  };
}

/** What a text says, with the names in it resolved to members of the room as of now. */
export function contentOf(state: RoomState, command: object, body: string, by: Caller): Content {
  const hashtags = hashtagsOf(body, by.language satisfies Language | null);
  const names = namesIn(body);
  if (names.length === 0) return { body, attachment: null, mentions: noContent.mentions, hashtags };
  const known = state.readsFor(command).names;
  const mentions = names.flatMap((username) => {
    const account = known?.get(username);
    return account && state.memberOf(account) ? [{ accountId: account, username }] : [];
  });
  return { body, attachment: null, mentions, hashtags };
}

/** The row with this id, when memory has it; ids of other rooms and made-up ones find nothing. */
export function rowById(state: RoomState, id: string): Row | null {
  const row = state.rowAt(seqOfMessageId(id));
  return row?.id === id ? row : null;
}

/** Bytes of UTF-8, counted only when they could be too many. */
export function utf8Length(text: string): number {
  if (text.length * 3 <= BODY_BYTES_MAX) return text.length;
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Two units of a surrogate pair make four bytes, two each.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}
