import { useRef } from 'preact/hooks';
import type { Message } from '#page/api-types.js';
import { pointOf } from '#page/ui/menu/menu.js';
import { openMessageMenu } from './message-menu-state.js';

const LONG_PRESS_MS = 450;
const MOVED_PX = 10;

interface Press {
  timer: ReturnType<typeof setTimeout>;
  x: number;
  y: number;
}

/** Opens the menu of a message by right click, the menu key and a long press. iOS sends no contextmenu event. */
export function useMenuPress(message: Message) {
  const press = useRef<Press | null>(null);
  const isDeleted = message.deleted_at !== null;
  const end = () => {
    if (press.current) clearTimeout(press.current.timer);
    press.current = null;
  };
  const onContextMenu = (event: MouseEvent) => {
    const isInField = (event.target as Element).closest('input, textarea') !== null;
    if (isDeleted || isInField || isSelecting(event)) return;
    event.preventDefault();
    end();
    openMessageMenu(message, pointOf(event));
  };
  const onPointerDown = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
    end();
    if (pointerType !== 'touch' || isDeleted) return;
    press.current = { timer: setTimeout(() => openMessageMenu(message, { x, y }), LONG_PRESS_MS), x, y };
  };
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const held = press.current;
    if (held && Math.hypot(clientX - held.x, clientY - held.y) > MOVED_PX) end();
  };
  return { onContextMenu, onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end };
}

/** The browser's own menu belongs to a selected text, and to a link with the Shift key. */
const isSelecting = ({ shiftKey }: MouseEvent): boolean => shiftKey || String(getSelection()).trim() !== '';
