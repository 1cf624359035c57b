/** The attachment tray of a room: chosen files that are prepared, or refused with an error, and not sent yet. */

import { wireOf } from '../app/api.js';
import { app, notify, roomOf } from '../app/app-state.js';
import { randomId } from '../app/browser-session.js';
import { sendFile } from '../media/file-actions.js';
import { keyOfKind, problem } from '../media/file-kinds.js';
import { prepareFile } from '../media/prepare-file.js';
import type { ChosenFile } from './chosen-file.js';
import type { Extra } from './outbox/outbox.js';

const AT_ONCE_MAX = 10;
const none: ChosenFile[] = [];

export const attachmentsOf = (slug: string): ChosenFile[] => app.get().attachments[slug] ?? none;

function setAttachments(slug: string, change: (tray: ChosenFile[]) => ChosenFile[]): void {
  app.set(({ attachments }) => ({ attachments: { ...attachments, [slug]: change(attachments[slug] ?? none) } }));
}

export function attachFiles(slug: string, files: File[]): void {
  const room = AT_ONCE_MAX - attachmentsOf(slug).length;
  if (files.length > room) notify(problem('too_many_files'));
  for (const file of files.slice(0, room)) void choose(slug, file);
}

async function choose(slug: string, file: File): Promise<void> {
  const id = randomId();
  const fresh = { id, name: file.name, bytes: file.size, file: null, preview: null, error: null, isOnce: false };
  setAttachments(slug, (tray) => [...tray, fresh]);
  try {
    const made = await prepareFile(file);
    const room = roomOf(app.get(), slug);
    if (!room?.my_permissions?.includes(keyOfKind[made.kind]))
      return change(slug, id, { error: problem('not_allowed') });
    change(slug, id, { file: made, preview: made.thumb && URL.createObjectURL(made.thumb) });
  } catch (error) {
    change(slug, id, { error: wireOf(error) });
  }
}

const change = (slug: string, id: string, patch: Partial<ChosenFile>): void =>
  setAttachments(slug, (tray) => tray.map((item) => (item.id === id ? { ...item, ...patch } : item)));

export const setViewOnce = (slug: string, id: string, isOnce: boolean): void => change(slug, id, { isOnce });

export function removeAttachment(slug: string, id: string): void {
  forget(attachmentsOf(slug).filter((item) => item.id === id));
  setAttachments(slug, (tray) => tray.filter((item) => item.id !== id));
}

/**
 * Sends each file as a message; the first one carries the text and the reply. False when the tray has no ready file.
 */
export function sendAttachments(slug: string, body: string, extra: Extra): boolean {
  const tray = attachmentsOf(slug);
  const ready = tray.filter((item) => item.file !== null);
  ready.forEach(({ file, isOnce }, at) => {
    const first = at === 0;
    if (file) sendFile(slug, first ? body : '', { ...(first && extra), ...(isOnce && { view_once: true }) }, file);
  });
  forget(tray);
  setAttachments(slug, () => none);
  return ready.length > 0;
}

function forget(items: ChosenFile[]): void {
  for (const { preview } of items) if (preview) URL.revokeObjectURL(preview);
}
