/** The rows of a room's list, and an estimate of each row's height. Pure. */
import type { Message } from '#page/api-types.js';
import type { Pending } from '#page/composer/outbox/outbox.js';
import type { Shown } from './rows.js';

export type Listed =
  | Shown
  | { type: 'pending'; key: string; item: Pending }
  | { type: 'beginning'; key: string; isEmpty: boolean };

const LINE = 22;
const LINE_CHARS = 55;
const AROUND_WORDS = 15;
const PICTURE = 280;

const wordsHeight = (body: string): number => (body === '' ? 0 : LINE * Math.ceil(body.length / LINE_CHARS));

function cardHeight({ attachment, article, view_once }: Message): number {
  if (view_once) return 60;
  if (article) return 150;
  if (!attachment) return 0;
  if (attachment.type === 'survey') return 70 + 46 * attachment.options.length;
  if (attachment.type === 'entry') return 130;
  return ['photo', 'video', 'gif', 'sticker'].includes(attachment.type) ? PICTURE : 66;
}

function messageHeight(message: Message, isFirst: boolean): number {
  const words = Math.max(LINE, wordsHeight(message.body) + cardHeight(message));
  return words + AROUND_WORDS + (isFirst ? 28 : 0) + (message.reply_to ? 54 : 0);
}

export function estimateOf(row: Listed): number {
  if (row.type === 'message') return messageHeight(row.message, row.isFirst);
  return row.type === 'event' ? 34 : 46;
}

/** The rows of the timeline, followed by pending messages. */
export function listed(shown: Shown[], pending: Pending[], beginning: 'none' | 'empty' | 'full'): Listed[] {
  const first: Listed[] =
    beginning === 'none' ? [] : [{ type: 'beginning', key: 'beginning', isEmpty: beginning === 'empty' }];
  const last = pending.map((item): Listed => ({ type: 'pending', key: item.clientId, item }));
  return [...first, ...shown, ...last];
}

/** Rows that the keyboard and screen readers count: every row except dividers. */
export const isArticle = ({ type }: Listed): boolean => type === 'message' || type === 'event' || type === 'pending';
