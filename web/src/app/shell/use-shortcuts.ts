import { useEffect } from 'preact/hooks';
import { endSelection, selection } from '#page/messages/selection/selection.js';
import { listedRooms } from '#page/rooms/folders/folder-store.js';
import { adjacentRoom, nextUnread } from '#page/rooms/room-order.js';
import { app } from '../app-state.js';
import { focusPart } from '../focus-part.js';
import { requestFocus } from '../focus-request.js';
import { goTo } from '../navigate.js';
import { openPage } from '../page.js';
import { closePanel, openPanel } from '../panel.js';

/** Global keyboard shortcuts. The top layer (a dialog, a menu, the field) handles its own keys first. */
export function useShortcuts(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || app.get().phase !== 'chat') return;
      if (isCovered() ? isSwitcher(event) : carriedOut(event)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const isCovered = (): boolean => document.querySelector('dialog[open], [popover]:popover-open') !== null;

/** The browser uses this key too, so a second press is also kept from it. */
const isSwitcher = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => (ctrlKey || metaKey) && key === 'k';

function carriedOut(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const { rooms, current } = app.get();
  if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    const step = key === 'ArrowUp' ? -1 : 1;
    return go(shiftKey ? nextUnread(rooms, current) : adjacentRoom(listedRooms(rooms, current), current, step));
  }
  if (ctrlKey || metaKey) return withCtrl(key, shiftKey, current);
  if (key === 'Escape') return isInPanel(event.target) ? false : upAndOut();
  if (key === '?' && !isWriting(event.target)) return shown('shortcuts');
  if (isWriting(event.target)) return false;
  return onRow(event) || toField(event);
}

/** A letter typed outside of a field goes to the composer: the field gets the focus before the letter is inserted. */
function toField({ key, altKey, target }: KeyboardEvent): false {
  const isLetter = [...key].length === 1 && key !== ' ' && !altKey;
  if (isLetter && app.get().current && !isInPanel(target)) focusPart('composer');
  return false;
}

function withCtrl(key: string, shiftKey: boolean, current: string | null): boolean {
  if (key === 'k') return shown('switcher');
  if (key === '/') return shown('shortcuts');
  if (key.toLowerCase() !== 'f' || !shiftKey || !current) return false;
  openPanel({ type: 'search', query: '' });
  return true;
}

function shown(type: 'shortcuts' | 'switcher'): boolean {
  openPage({ type });
  return true;
}

function go(slug: string | null): boolean {
  if (!slug) return false;
  requestFocus();
  goTo(slug);
  return true;
}

/** The panel has closed itself by now, and the focus returns to its opener. */
const isInPanel = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.panel') !== null;

/** Closes the side panel; with nothing to close, the composer gets the focus. */
function upAndOut(): boolean {
  if (selection.get().room) endSelection();
  else if (app.get().panel) closePanel();
  else return focusPart('composer');
  return true;
}

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

const onRowKeys: Record<string, string> = { r: 'action-reply', e: 'action-edit' };

/** Acts on the message that is focused or contains the focus. */
function onRow({ key, target }: KeyboardEvent): boolean {
  const action = onRowKeys[key.toLowerCase()];
  const row = target instanceof HTMLElement ? target.closest('[data-testid="message"]') : null;
  const button = action && row?.querySelector<HTMLElement>(`[data-testid="${action}"]`);
  if (!button) return false;
  button.click();
  return true;
}
