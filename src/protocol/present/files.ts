/** The attachment of a row for its readers: links replace the keys. */
import { type DocumentAttachment, type MediaAttachment, withoutKeys } from '#src/domain/messages/media.js';
import type { Row } from '#src/domain/messages/message.js';
import type { Article } from '#src/domain/messages/message-kinds.js';
import type { FileLinks } from './file-links.js';

type Wire = Record<string, unknown>;

const isGone = ({ goneFiles }: Row, key: string): boolean => goneFiles?.includes(key) === true;

/** A view-once file has neither link nor key. A removed file keeps its description. */
export function presentMedia(row: Row, links: FileLinks): Wire {
  const media = row.attachment as unknown as MediaAttachment;
  const { key, thumb_key } = media;
  const expired = isGone(row, key) ? { expired: true } : {};
  if (row.viewOnce) return { ...withoutKeys({ ...media }), ...expired };
  const link = (of: string) => (isGone(row, key) || isGone(row, of) ? null : links.picture(of));
  return { ...media, url: link(key), thumb_url: thumb_key === undefined ? null : link(thumb_key), ...expired };
}

/** A link expires no later than its document. */
export function presentDocument(row: Row, links: FileLinks): Wire {
  const { until: _until, ...document } = row.attachment as unknown as DocumentAttachment;
  const left = secondsLeft(row, links.now());
  if (left === 0) return { ...document, url: null, expired: true };
  return { ...document, url: links.download(document.key, document.name, Math.min(left, links.ttlS)) };
}

/** The remaining lifetime of a document; 0 once it has expired. */
export function secondsLeft(row: Row, now: number): number {
  const { key, until } = row.attachment as unknown as DocumentAttachment;
  return isGone(row, key) ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
}

export function presentArticle(row: Row, links: FileLinks): Wire {
  const article = row.attachment as unknown as Article;
  const blocks = article.blocks.map((block) =>
    block.type === 'image' ? { ...block, url: isGone(row, block.key) ? null : links.picture(block.key) } : block,
  );
  return { ...article, blocks };
}
