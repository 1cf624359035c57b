/** Messages with a file: they wait in the outbox during the upload, a few at a time. */

import { app } from '../app/app-state.js';
import type { Extra, Pending } from '../composer/outbox/outbox.js';
import {
  addPending,
  completePending,
  discardPending,
  failPending,
  retryPending,
} from '../composer/outbox/outbox-actions.js';
import type { PreparedFile } from './file-kinds.js';
import { uploadFile } from './file-upload.js';

const CONCURRENCY = 2;

interface Held {
  file: PreparedFile;
  /** A local preview, shown until the uploaded file can be shown. */
  preview: string | null;
  stop: AbortController;
}

/** Files by the client id of their message; they do not outlive the page. */
const held = new Map<string, Held>();
const waiting: string[] = [];
let travelling = 0;

export const previewOf = (clientId: string): string | null => held.get(clientId)?.preview ?? null;
export const isHeld = (clientId: string): boolean => held.has(clientId);

export function sendFile(room: string, body: string, extra: Extra, file: PreparedFile): void {
  const { kind, name, width, height } = file;
  const item = addPending(room, body, extra, { kind, name, bytes: file.body.size, width, height });
  const shown = file.thumb ?? (kind === 'photo' ? file.body : null);
  const preview = shown && URL.createObjectURL(shown);
  held.set(item.clientId, { file, preview, stop: new AbortController() });
  begin(item.clientId);
}

export function retry(item: Pending): void {
  const mine = held.get(item.clientId);
  if (!item.upload) return retryPending(item);
  if (!mine) return;
  mine.stop = new AbortController();
  retryPending(item);
  begin(item.clientId);
}

/** After a reconnect, uploads that failed because of the connection resume. */
export function resumeUploads(): void {
  for (const item of app.get().outbox) if (item.upload && item.error?.code === 'network') retry(item);
}

export function cancel(item: Pending): void {
  held.get(item.clientId)?.stop.abort();
  discardPending(item);
}

function begin(clientId: string): void {
  waiting.push(clientId);
  startWaiting();
}

function startWaiting(): void {
  while (travelling < CONCURRENCY) {
    const clientId = waiting.shift();
    if (clientId === undefined) return;
    travelling += 1;
    void travel(clientId).finally(() => {
      travelling -= 1;
      startWaiting();
    });
  }
}

async function travel(clientId: string): Promise<void> {
  const item = app.get().outbox.find((other) => other.clientId === clientId);
  const mine = held.get(clientId);
  if (!item || !mine) return;
  const { signal } = mine.stop;
  const onProgress = (part: number) => app.set(({ uploads }) => ({ uploads: { ...uploads, [clientId]: part } }));
  const { room, extra } = item;
  try {
    onProgress(0);
    const attachment = await uploadFile(mine.file, { room, withThumb: extra.view_once !== true, onProgress, signal });
    completePending(item, { ...extra, attachment });
  } catch (error) {
    if (!signal.aborted) failPending(item, error);
  }
}

/** The file of a message that has left the outbox, sent or discarded, is released. */
app.subscribe(() => {
  if (held.size === 0) return;
  const { outbox } = app.get();
  for (const [clientId, { preview }] of held) {
    if (outbox.some((item) => item.clientId === clientId)) continue;
    if (preview) URL.revokeObjectURL(preview);
    held.delete(clientId);
  }
});
