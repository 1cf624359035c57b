/** Several messages of the open room, selected for one action. */
import type { Message } from '#page/api-types.js';
import { createStore } from '#page/app/store.js';

interface Selection {
  /** Null while nothing is being selected. */
  room: string | null;
  messages: readonly Message[];
}

const nothing: Selection = { room: null, messages: [] };
export const SELECTED_MAX = 100;

export const selection = createStore<Selection>(nothing);

export const beginSelection = (message: Message): void => selection.set({ room: message.room, messages: [message] });

export const endSelection = (): void => selection.set(nothing);

/** Ascending by seq, whatever the order of the clicks. */
export function toggleSelected(message: Message): void {
  selection.set(({ messages }) => {
    const others = messages.filter(({ id }) => id !== message.id);
    if (others.length < messages.length) return { messages: others };
    if (messages.length >= SELECTED_MAX) return {};
    return { messages: [...others, message].sort((a, b) => a.seq - b.seq) };
  });
}

/** One message is copied as it is; several with their time and sender, as one would quote them. */
export function copyOf(messages: readonly Message[], nameOf: (message: Message) => string): string {
  const [first] = messages;
  if (messages.length === 1 && first) return first.body;
  return messages.map((message) => `${nameOf(message)}\n${message.body}`).join('\n\n');
}
