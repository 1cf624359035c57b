/** Sends messages through the client's outbox and keeps their states in the app state. */

import { wireOf } from '#page/app/api.js';
import { app, notify, roomOf } from '#page/app/app-state.js';
import { client } from '#page/app/client.js';
import type { MeydanError } from '#sdk/errors.js';
import type { Pending as Waiting } from '#sdk/pending-queue.js';
import type { SendResult } from '#sdk/wire.js';
import { sendBlockOf, withSendBlock, withSlowModeBlock } from '../send-blocks.js';
import { draftOf, type Extra, type Pending, type PendingFile, shownPending } from './outbox.js';

export function followOutbox(): void {
  client.outbox.on('change', (items) => app.set({ outbox: items.map(shownPending) }));
  client.outbox.on('sent', ({ pending, sent }) => takeAnswer(pending.room, sent));
  client.outbox.on('delayed', applySendBlock);
  client.outbox.on('refused', applySendBlock);
}

export function sendMessage(room: string, body: string, extra: Extra = {}): void {
  client.outbox.enqueue(room, draftOf(body, extra)).catch((error: MeydanError) => {
    // An error is shown at its message; a message that the full outbox refused has no row, so a notice is shown.
    if (error.code === 'queue_full') notify(wireOf(error));
  });
}

/** Adds a message that waits for its upload. */
export const addPending = (room: string, body: string, extra: Extra, upload: PendingFile): Pending =>
  shownPending(client.outbox.prepare(room, draftOf(body, extra), upload));

/** The upload is complete, and `extra` refers to the file. */
export const completePending = ({ clientId, body }: Pending, extra: Extra): void =>
  client.outbox.complete(clientId, draftOf(body, extra));

export const failPending = ({ clientId }: Pending, error: unknown): void => client.outbox.fail(clientId, wireOf(error));

/** Discards a message; messages that wait behind it are sent. */
export const discardPending = ({ clientId }: Pending): void => client.outbox.discard(clientId);

export const retryPending = ({ clientId }: Pending): void => client.outbox.retry(clientId);

function takeAnswer(slug: string, { message, command, help = [] }: SendResult): void {
  if (command) app.set(({ answers }) => ({ answers: { ...answers, [slug]: { command, help } } }));
  if (!message) return;
  app.set((state) => {
    const room = roomOf(state, slug);
    return room ? { sendBlocks: withSlowModeBlock(state.sendBlocks, room, message) } : {};
  });
}

function applySendBlock({ pending, error }: { pending: Waiting; error: MeydanError }): void {
  const hold = sendBlockOf(wireOf(error));
  if (hold) app.set(({ sendBlocks }) => ({ sendBlocks: withSendBlock(sendBlocks, pending.room, hold) }));
}
