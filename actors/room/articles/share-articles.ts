/**
 * Submitting an article to the dictionary. The author's request is an entry of the log before the dictionary receives
 * it, so that an article without such an entry is never shown as published, even if a console claims it.
 */
import { refuse, reply } from '#actors/runtime/decision.js';
import { excerptOf } from '#src/domain/messages/excerpt.js';
import type { Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import type { Article } from '#src/domain/messages/message-kinds.js';
import type { Head } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import { exists } from '../access/access.js';
import { isRowTarget, rowById, rowTargetNeeds, rowTargetOr } from '../access/row-targets.js';
import type { ShareCommand } from '../commands/sharing-commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { RoomState } from '../model/room-state.js';
import { listArticleReplies, listArticleRepliesNeeds } from './article-replies.js';

function offerArticle(state: RoomState, command: CommandOf<'offer_article'>, { now }: { now: number }): Handled {
  const { by, messageId } = command;
  const target = rowTargetOr(state, by, messageId, now);
  if (!isRowTarget(target)) return target;
  const { row } = target;
  if (row.deletedAt !== null) return refuse('not_found');
  if (row.kind !== 'article') return refuse('not_an_article');
  // A member who forwards a message is not its author.
  if (row.owner !== by.accountId || row.forwardedFrom !== undefined) return refuse('not_author');
  const head = state.head as Head;
  if (isOfOrganization(head)) return refuse('not_available_in_organization');
  // An article's own tag is its first hashtag.
  const [tag] = row.hashtags;
  if (tag === undefined) return refuse('sozluk_tag_required');
  const answer = { draft: draftOf(head, row, by.accountId, tag), entryId: row.entryId ?? null };
  if (row.entryId !== undefined) return reply(answer);
  const fact = { type: 'article_offered' as const, row: row.seq, id: row.id };
  return { kind: 'commit', by: by.accountId, facts: [fact], reply: () => answer };
}

/** A group that was made in the panel belongs to its organization. */
const isOfOrganization = (head: Head & { organization?: unknown }): boolean => Boolean(head.organization);

function draftOf({ id, slug }: Head, row: Row, authorId: string, tag: string) {
  const article = row.attachment as unknown as Article;
  return {
    authorId,
    roomId: id,
    roomSlug: slug,
    messageId: row.id,
    tag,
    title: article.title,
    excerpt: excerptOf(article),
  };
}

function recordEntry(state: RoomState, { messageId, entryId, answer }: CommandOf<'record_entry'>): Handled {
  if (!exists(state)) return refuse('room_not_found');
  const row = rowById(state, messageId);
  if (!row || row.entryId === undefined || entryId === null || row.entryId === entryId) return reply({ answer });
  const hasReactions = Object.keys(row.reactions).length > 0;
  const fact = { type: 'article_shared' as const, row: row.seq, id: row.id, entryId };
  return {
    kind: 'commit',
    by: null,
    facts: [hasReactions ? { ...fact, toReport: true } : fact],
    reply: () => ({ answer }),
  };
}

/** A reaction that came meanwhile has moved the mark: then it stays. */
function reactionsReported(state: RoomState, { row, mark }: CommandOf<'reactions_reported'>): Handled {
  const guard = { equals: { toReport: mark } };
  const unmark = { op: 'set' as const, in: 'log' as const, id: logId(state.id, row), unset: ['toReport'], guard };
  return { kind: 'writes', writes: [unmark], reply: null };
}

export const sharingHandlers: Handlers<ShareCommand['type']> = {
  offer_article: { needs: rowTargetNeeds, handle: offerArticle },
  record_entry: {
    needs: (needs, { messageId }) => {
      needs.row(seqOfMessageId(messageId));
    },
    handle: recordEntry,
  },
  reactions_reported: { needs: () => undefined, handle: reactionsReported },
  list_article_replies: { needs: listArticleRepliesNeeds, handle: listArticleReplies },
};
