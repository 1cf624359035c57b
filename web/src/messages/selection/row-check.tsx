import type { Message } from '#page/api-types.js';
import { useText } from '#page/app/text/text.js';
import { useStore } from '#page/app/use-store.js';
import { useMenuText } from '../menu/menu-text.js';
import { selection, toggleSelected } from './selection.js';

interface Selected {
  isOn: boolean;
  toggle: () => void;
}

/** Null while nothing is being selected in the room of the message. */
export function useSelected(message: Message): Selected | null {
  const { room, messages } = useStore(selection);
  if (room !== message.room || message.deleted_at !== null) return null;
  return { isOn: messages.some(({ id }) => id === message.id), toggle: () => toggleSelected(message) };
}

export function RowCheck({ message, isOn, toggle }: Selected & { message: Message }) {
  const text = useText();
  const words = useMenuText();
  return (
    <span class="row-check">
      <input
        type="checkbox"
        aria-label={words.selectRow(message.sender?.username ?? text.someone)}
        data-testid="row-check"
        checked={isOn}
        onClick={(event) => event.stopPropagation()}
        onChange={toggle}
      />
    </span>
  );
}
