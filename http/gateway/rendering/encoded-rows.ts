import { hasFiles } from '#src/domain/messages/media.js';
import type { RowView } from '#src/domain/messages/views.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';

/**
 * A row that is published live is encoded once, with one set of signed links; after this time the links are signed
 * anew.
 */
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

/** Rows of a page: their links are valid from now on. */
export const messagesJson = (views: RowView[], links: FileLinks): string =>
  `[${views.map((view) => (hasFiles(view.row) ? freshJson(view, links) : messageJson(view, links))).join(',')}]`;

const freshJson = (view: RowView, links: FileLinks): string => JSON.stringify(presentMessage(view, links));
