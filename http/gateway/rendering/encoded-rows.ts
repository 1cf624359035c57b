import { hasFiles } from '#src/domain/messages/media.js';
import type { RowView } from '#src/domain/messages/views.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';

/** Links of a row that is told live are signed once for everybody; one that is told later has its own. */
const FRESH_MS = 10_000;

/** The same view goes into an ack and into the event of each channel: it is encoded once. */
const encoded = new WeakMap<RowView, { json: string; until: number }>();

export function messageJson(view: RowView, links: FileLinks): string {
  const known = encoded.get(view);
  if (known !== undefined && (known.until === 0 || links.now() < known.until)) return known.json;
  const json = JSON.stringify(presentMessage(view, links));
  encoded.set(view, { json, until: hasFiles(view.row) ? links.now() + FRESH_MS : 0 });
  return json;
}

/** Rows that somebody reads: their links begin now. */
export const messagesJson = (views: RowView[], links: FileLinks): string =>
  `[${views.map((view) => (hasFiles(view.row) ? freshJson(view, links) : messageJson(view, links))).join(',')}]`;

const freshJson = (view: RowView, links: FileLinks): string => JSON.stringify(presentMessage(view, links));
