/** Deletions of rows that the viewer or the gallery shows and the room has not loaded. */
import { endsRow } from '#sdk/rows.js';
import type { Message, RoomChange } from '../api-types.js';
import { app } from '../app/app-state.js';

/** Nothing of a message that nobody may read any more stays on the screen. */
export function dropFromViewer(change: RoomChange): void {
  const { viewer } = app.get();
  if (viewer?.type !== 'media' || !viewer.items.some(({ id }) => endsRow(change, id))) return;
  app.set({
    viewer: { ...viewer, items: viewer.items.map((row) => (endsRow(change, row.id) ? ended(row, change) : row)) },
  });
}

const ended = (row: Message, { seq }: RoomChange): Message => ({ ...row, rev: seq, body: '', attachment: null });
