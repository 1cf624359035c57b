import type { Message } from '../api-types.js';
import { useApp } from '../app/use-app.js';

/** The message as the loaded room has it, if it was edited or deleted there since this one was read. */
export function useCurrentRow(message: Message): Message {
  const newer = useApp(({ timelines }) =>
    timelines[message.room]?.messages.find(({ id, rev }) => id === message.id && rev > message.rev),
  );
  return newer ?? message;
}
