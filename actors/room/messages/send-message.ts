/** Saying something: a row of its own, exactly once per client_id. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Account, AccountId, Caller, Language } from '#src/domain/accounts/account.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import type { Fact } from '#src/domain/log/log.js';
import {
  type Content,
  type Draft,
  HASHTAGS_MAX,
  type Mention,
  noContent,
  type Row,
  type Sender,
} from '#src/domain/messages/message.js';
import { hashtagsOf, namesIn } from '#src/domain/messages/message-text.js';
import { isGone } from '#src/domain/rooms/expiry.js';
import { isAdmin } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { hash53 } from '#src/domain/text/hash.js';
import { blockId, dedupKey } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import { exists, isRefused, memberOr } from '../access/access.js';
import { broughtIn, newcomerEvents, peerNeeds } from '../direct-chats/dm-arrival.js';
import { keptAttachment } from '../files/message-files.js';
import type { CommandOf, Handled } from '../handler.js';
import { blanked } from '../log/blank-rows.js';
import type { DedupRecord } from '../model/dedup-cache.js';
import { effectiveContent, type Sending } from '../model/message-content.js';
import type { Needs } from '../model/needs.js';
import type { Plan, RowDraft } from '../model/plan.js';
import type { RoomState } from '../model/room-state.js';
import { rowView } from '../model/row-views.js';
import { replied } from './discussions.js';
import { draftNeeds, draftProblem, voiceProblem } from './draft-checks.js';

type SendMessage = CommandOf<'send_message'>;
const ALL = 'all';
/** Most messages mention nobody: they share one empty list. Rows are never changed in place. */
const none: AccountId[] = [];
const noFacts: Fact[] = [];

export function sendMessageNeeds(needs: Needs, { by, draft }: SendMessage): void {
  const { state } = needs;
  if (!exists(state)) return;
  if (draft.clientId !== null) {
    const earlier = needs.repeat(by.accountId, draft.clientId);
    if (earlier) needs.row(earlier.seq);
  }
  needs.member(by.accountId);
  if (state.head.pair) peerNeeds(needs, state.head.pair, by);
  draftNeeds(needs, draft);
  needsSilenced(needs, by, needsMentioned(needs, draft.body));
}

/** Accounts that have blocked the sender get no mention. */
function needsSilenced(needs: Needs, by: Caller, mentioned: AccountId[]): void {
  if (mentioned.length === 0) return;
  needs.once('silenced', async (reader) => {
    const ids = mentioned.map((account) => blockId(account, by.accountId));
    const blocks = await reader.getMany<Doc & { account: AccountId; active: true | null }>('blocks', ids);
    return new Set(blocks.flatMap((block) => (block?.active ? [block.account] : [])));
  });
}

/** Names in a text, whose they are, and whether those are members. */
export function needsMentioned(needs: Needs, body: string): AccountId[] {
  const names = mentionable(body);
  if (names.length === 0) return none;
  const found = needs.once('names', async (reader) => {
    const docs = await reader.getMany<Doc & { account: AccountId }>('usernames', names.map(foldUsername));
    return new Map(names.map((name, at) => [name, docs[at]?.account ?? null]));
  });
  const accounts = [...(found?.values() ?? [])].filter((account) => account !== null);
  for (const account of accounts) needs.member(account);
  if (accounts.length > 0) needsSpellings(needs, accounts);
  return accounts;
}

function needsSpellings(needs: Needs, accounts: AccountId[]): void {
  needs.once('spellings', async (reader) => {
    const docs = await reader.getMany<Doc & Pick<Account, 'username'>>('accounts', accounts);
    return new Map(accounts.map((account, at) => [account, docs[at]?.username ?? null]));
  });
}

function mentionable(body: string): string[] {
  const names = namesIn(body);
  return names.length === 0 ? none : names.filter((name) => name !== ALL);
}

export function sendMessage(state: RoomState, command: SendMessage, turn: { now: number }): Handled {
  const { by, draft } = command;
  if (!exists(state)) return refuse('room_not_found');
  const { clientId } = draft;
  const hash = clientId === null ? undefined : requestHash(draft);
  const earlier = clientId === null ? undefined : state.dedup.get(by.accountId, clientId);
  if (earlier) return repeated(state, earlier, hash);
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const sending: Sending = { command, member, content: effectiveContent(draft), now: turn.now };
  const problem = voiceProblem(state.head, sending) ?? draftProblem(state, sending);
  if (problem) return problem;
  const { pair } = state.head;
  const brought = pair ? broughtIn(state, pair, command) : noFacts;
  if (!Array.isArray(brought)) return brought;
  const replies = draft.discussionOf === null ? noFacts : replied(state, draft, Math.max(turn.now, state.head.lastAt));
  const plan: Plan = {
    kind: 'commit',
    by: by.accountId,
    facts: brought.length === 0 ? replies : [...replies, ...brought],
    row: rowOf(state, sending),
    reply: (entry) => ({ message: rowView(state, entry.row as Row), duplicate: false }),
  };
  if (clientId !== null && hash !== undefined) {
    plan.dedup = dedupKey(state.id, by.accountId, clientId);
    plan.hash = hash;
  }
  if (brought.length > 0) plan.userEvents = () => newcomerEvents(state, brought);
  return plan;
}

/** A resend is answered with the first message as it is now, regardless of later events. */
function repeated(state: RoomState & { head: Head }, earlier: DedupRecord, hash: string | undefined): Handled {
  if (earlier.hash !== hash) return refuse('idempotency_conflict');
  const row = state.rowAt(earlier.seq);
  if (!row) return refuse('not_found');
  const isOver = isGone(state.head, row, state.now);
  return reply({ message: rowView(state, isOver ? blanked(row) : row), duplicate: true });
}

/** What JSON escapes, and a little more. */
const escaped = /["\\\p{Cc}\p{Cs}]/u;

/** The same for the same request, regardless of later changes of the forwarded message. */
function requestHash({ body, replyTo, discussionOf, kind, attachment, viewOnce, forward }: Draft): string {
  const isPlain = replyTo === null && discussionOf === null && !attachment && !forward && !viewOnce;
  // The JSON of the list below, which most messages need not have made.
  if (isPlain && !escaped.test(body)) return hash53('["', body, '",null,null]');
  const asked: unknown[] = [body, replyTo, discussionOf];
  if (attachment || forward) asked.push(kind ?? null, attachment ?? null, forward?.of ?? null);
  if (viewOnce) asked.push('once');
  return hash53(JSON.stringify(asked));
}

function rowOf(state: RoomState, { command, member, content, now }: Sending): RowDraft {
  const { by, draft } = command;
  const { kind, body } = content;
  const attachment = keptAttachment(state, content, draft.forward !== undefined, now);
  const names = draft.forward ? none : namesIn(body);
  const text = draft.forward ? forwardedContent(body, by) : contentOf(state, command, { body, names }, by);
  const { mentions, hashtags } = text;
  const row: RowDraft = {
    body,
    attachment,
    mentions,
    hashtags: kind === 'article' ? withTag(attachment, hashtags, by) : hashtags,
    mentioned: mentions.length === 0 ? none : heard(state, command, mentions),
    mentionsAll: isAdmin(member) && names.includes(ALL),
    kind,
    clientId: draft.clientId,
    sender: senderOf(by, member),
    replyTo: draft.replyTo,
    discussionOf: draft.discussionOf,
    audience: 'all',
    event: null,
    owner: by.accountId,
  };
  if (draft.viewOnce) row.viewOnce = true;
  if (draft.forward?.source) row.forwardedFrom = draft.forward.source.from;
  return row;
}

function senderOf({ accountId, username, isBot }: Caller, { role, tag }: Member): Sender {
  const sender: Sender = { accountId, username, role, tag };
  if (isBot) sender.isBot = true;
  return sender;
}

const heard = (state: RoomState, command: object, mentions: Mention[]): AccountId[] => {
  const silenced = state.readsFor(command).silenced;
  return mentions.map(({ accountId }) => accountId).filter((account) => !silenced?.has(account));
};

/** A forward mentions nobody: its mentions belong to the original room. */
function forwardedContent(body: string, by: Caller): Content {
  return { ...noContent, body, hashtags: hashtagsOf(body, by.language) };
}

/** The tag of an article is its first hashtag. */
function withTag(article: Content['attachment'], hashtags: string[], { language }: Caller): string[] {
  const tag = article?.tag;
  if (typeof tag !== 'string') return hashtags;
  return [...new Set([...hashtagsOf(`#${tag}`, language), ...hashtags])].slice(0, HASHTAGS_MAX);
}

/** A direct chat has exactly two members, whether or not both have it in their list. */
const isHere = (state: RoomState, account: AccountId): boolean =>
  state.memberOf(account) !== null || state.head?.pair?.includes(account) === true;

/** A text and the names in it. */
interface Text {
  body: string;
  names: string[];
}

/** The parts of a text, with its names resolved to members of the room as of now. */
export function contentOf(state: RoomState, command: object, { body, names }: Text, by: Caller): Content {
  const hashtags = hashtagsOf(body, by.language satisfies Language | null);
  if (names.length === 0) return { body, attachment: null, mentions: noContent.mentions, hashtags };
  const known = state.readsFor(command).names;
  const mentions = new Map<AccountId, Mention>();
  for (const typed of names) {
    const account = known?.get(typed);
    if (!account || !isHere(state, account) || mentions.has(account)) continue;
    mentions.set(account, { accountId: account, username: ownSpelling(state, command, account) ?? typed });
  }
  return { body, attachment: null, mentions: [...mentions.values()], hashtags };
}

/** As the person writes it; the text may have it in other letters. */
const ownSpelling = (state: RoomState, command: object, account: AccountId): string | null | undefined =>
  state.readsFor(command).spellings?.get(account);
