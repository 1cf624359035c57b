import type { RowView } from '#src/domain/views.js';
import { presentMessage } from '#src/protocol/present/message.js';

/** The same view goes into an ack and into the event of each channel: it is encoded once. */
const encoded = new WeakMap<RowView, string>();

export function messageJson(view: RowView): string {
  const known = encoded.get(view);
  if (known !== undefined) return known;
  const json = JSON.stringify(presentMessage(view));
  encoded.set(view, json);
  return json;
}

export const messagesJson = (views: RowView[]): string => `[${views.map(messageJson).join(',')}]`;
