/** What was chosen to be sent from a room and waits for its words: looked at, made smaller, or refused with a reason. */

import type { WireError } from '../api-types.js';
import { wireOf } from '../net/api.js';
import { type PreparedFile, prepareFile } from '../net/prepare.js';
import { randomId } from '../net/session.js';
import { app, notify, roomOf } from './app-state.js';
import { sendFile } from './file-actions.js';
import { keyOfKind, problem } from './file-kinds.js';
import type { Extra } from './outbox.js';

export interface Chosen {
  id: string;
  name: string;
  bytes: number;
  /** Null while it is looked at, and when it was refused. */
  file: PreparedFile | null;
  preview: string | null;
  error: WireError | null;
  isOnce: boolean;
}

const AT_ONCE_MAX = 10;
const none: Chosen[] = [];

export const trayOf = (slug: string): Chosen[] => app.get().trays[slug] ?? none;

function setTray(slug: string, change: (tray: Chosen[]) => Chosen[]): void {
  app.set(({ trays }) => ({ trays: { ...trays, [slug]: change(trays[slug] ?? none) } }));
}

export function chooseFiles(slug: string, files: File[]): void {
  const room = AT_ONCE_MAX - trayOf(slug).length;
  if (files.length > room) notify(problem('too_many_files'));
  for (const file of files.slice(0, room)) void choose(slug, file);
}

async function choose(slug: string, file: File): Promise<void> {
  const id = randomId();
  const fresh = { id, name: file.name, bytes: file.size, file: null, preview: null, error: null, isOnce: false };
  setTray(slug, (tray) => [...tray, fresh]);
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

const change = (slug: string, id: string, patch: Partial<Chosen>): void =>
  setTray(slug, (tray) => tray.map((item) => (item.id === id ? { ...item, ...patch } : item)));

export const setOnce = (slug: string, id: string, isOnce: boolean): void => change(slug, id, { isOnce });

export function takeOut(slug: string, id: string): void {
  forget(trayOf(slug).filter((item) => item.id === id));
  setTray(slug, (tray) => tray.filter((item) => item.id !== id));
}

/** Each file is a message; the words, and the row they answer, go with the first. False when there was no file. */
export function sendTray(slug: string, body: string, extra: Extra): boolean {
  const tray = trayOf(slug);
  const ready = tray.filter((item) => item.file !== null);
  ready.forEach(({ file, isOnce }, at) => {
    const first = at === 0;
    if (file) sendFile(slug, first ? body : '', { ...(first && extra), ...(isOnce && { view_once: true }) }, file);
  });
  forget(tray);
  setTray(slug, () => none);
  return ready.length > 0;
}

function forget(items: Chosen[]): void {
  for (const { preview } of items) if (preview) URL.revokeObjectURL(preview);
}
