import { hasFiles } from '#src/domain/messages/media.js';
import type { RowView } from '#src/domain/messages/views.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { Utf8Text } from '../transport/utf8-text.js';

/**
 * A row that is published live is encoded once, with one set of signed links; after this time the links are signed
 * anew.
 */
const FRESH_MS = 10_000;

const ENCODED = Symbol('encoded');
type Encoded = RowView & { [ENCODED]?: { json: Utf8Text; until: number } };

/**
 * The same view goes into an ack and into the event of each channel: it is encoded once. The text lies on the view; a
 * weak map of all rows in memory would be looked through by each collection of garbage.
 */
export function messageJson(view: Encoded, links: FileLinks): Utf8Text {
  const known = view[ENCODED];
  if (known !== undefined && (known.until === 0 || links.now() < known.until)) return known.json;
  const json = freshJson(view, links);
  view[ENCODED] = { json, until: hasFiles(view.row) ? links.now() + FRESH_MS : 0 };
  return json;
}

/** Rows of a page: their links are valid from now on. */
export const messagesJson = (views: RowView[], links: FileLinks): Utf8Text =>
  Utf8Text.listOf(views.map((view) => (hasFiles(view.row) ? freshJson(view, links) : messageJson(view, links))));

const freshJson = (view: RowView, links: FileLinks): Utf8Text =>
  Utf8Text.of(JSON.stringify(presentMessage(view, links)));
