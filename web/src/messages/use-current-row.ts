import { placeOf } from '#sdk/rows.js';
import type { Message } from '../api-types.js';
import { useApp } from '../app/use-app.js';

/** The message as the loaded room has it, if it was edited or deleted there since this one was read. */
export function useCurrentRow(message: Message): Message {
  const { id, rev, room, seq } = message;
  const newer = useApp(({ timelines }) => {
    const rows = timelines[room]?.messages ?? [];
    const held = rows[placeOf(rows, seq)];
    return held?.id === id && held.rev > rev ? held : null;
  });
  return newer ?? message;
}
