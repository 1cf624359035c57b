import { useEffect } from 'preact/hooks';
import type { Message, Room } from '#page/api-types.js';
import { openPanel } from '#page/app/panel.js';
import { useText } from '#page/app/text/text.js';
import { useApp } from '#page/app/use-app.js';
import { Icon } from '#page/ui/icon.js';
import { jumpTo } from '../list/jump.js';
import { summaryOf } from '../message-summary.js';
import { loadPinned } from './discussion-actions.js';

/** The newest pinned message, above the list; the number opens all of them. */
export function PinBar({ room }: { room: Room }) {
  const text = useText();
  const newest = room.pins[0];
  const message = usePinned(room, newest ? [newest] : [])[0];
  if (!message) return null;
  return (
    <div class="pin-bar" data-testid="pin-bar">
      <Icon name="pin" size={18} />
      <button type="button" class="pin-bar-row" data-testid="pin-newest" onClick={() => jumpTo(message)}>
        <strong>{message.sender?.username ?? text.someone}</strong>
        <span>{summaryOf(message, text)}</span>
      </button>
      <button type="button" class="link" data-testid="pins-open" onClick={() => openPanel({ type: 'pins' })}>
        {text.allPins(room.pins.length)}
      </button>
    </div>
  );
}

/** Pinned messages: from the loaded timeline, or else from the service. */
export function usePinned(room: Room, ids: string[]): Message[] {
  const rows = useApp((state) => state.timelines[room.slug]?.messages);
  const pinned = useApp((state) => state.pinned);
  const isOpen = rows !== undefined;
  useEffect(() => {
    if (isOpen) void loadPinned(room.slug, ids);
  }, [room.slug, ids.join(), isOpen]);
  return ids.flatMap((id) => rows?.find((row) => row.id === id) ?? pinned[id] ?? []);
}
