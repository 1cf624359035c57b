import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from '../icon.js';
import './menu.css';

export interface MenuItem {
  testId: string;
  icon: IconName;
  label: string;
  isDanger?: boolean;
  run: () => void;
}

/** A point of the view; the menu stays inside of the view. */
export interface MenuPoint {
  x: number;
  y: number;
}

interface MenuProps {
  label: string;
  at: MenuPoint;
  items: MenuItem[];
  /** Above the items: more buttons with the role `menuitem`. */
  head?: ComponentChildren;
  onClose: () => void;
}

const MARGIN_PX = 8;
const NARROW = '(max-width: 760px)';

/** A menu at a point; on a phone a sheet at the lower edge. Arrows walk, Escape and a press outside close. */
export function Menu({ label, at, items, head, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  /** The finger of a long press is still down when the menu opens below it; its end chooses nothing. */
  const isPressed = useRef(false);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return undefined;
    const before = document.activeElement;
    element.showPopover();
    place(element, at);
    itemsOf(element)[0]?.focus();
    // An automatic popover would close at the end of the long press that opened it.
    const press = ({ target }: PointerEvent) => !element.contains(target as Node) && close.current();
    document.addEventListener('pointerdown', press, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', press, { capture: true });
      const isLost = document.activeElement === document.body || element.contains(document.activeElement);
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [at]);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return walk(event);
    event.stopPropagation();
    onClose();
  };
  const choose = ({ run }: MenuItem) => {
    onClose();
    // The menu gives the focus back first, because the action may move it.
    setTimeout(run);
  };
  return (
    <div
      ref={menu}
      popover="manual"
      class="menu"
      role="menu"
      aria-label={label}
      data-testid="menu"
      tabIndex={-1}
      onKeyDown={press}
      onPointerDown={() => (isPressed.current = true)}
      onClickCapture={(event) => event.detail > 0 && !isPressed.current && event.stopPropagation()}
      onContextMenu={(event) => event.preventDefault()}
    >
      {head}
      {items.map((item) => (
        <button
          type="button"
          role="menuitem"
          key={item.testId}
          class={item.isDanger ? 'menu-item danger' : 'menu-item'}
          data-testid={item.testId}
          tabIndex={-1}
          onClick={() => choose(item)}
        >
          <Icon name={item.icon} size={18} />
          {item.label}
        </button>
      ))}
    </div>
  );
}

const itemsOf = (menu: Element): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function walk(event: KeyboardEvent): void {
  const items = itemsOf(event.currentTarget as Element);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const step = steps[event.key];
  let next: HTMLElement | undefined;
  if (step) next = items.at((at + step) % items.length);
  else if (event.key === 'Home') [next] = items;
  else if (event.key === 'End') next = items.at(-1);
  else if (event.key === 'Tab') next = items.at((at + (event.shiftKey ? -1 : 1)) % items.length);
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next.focus();
}

function place(menu: HTMLElement, { x, y }: MenuPoint): void {
  if (matchMedia(NARROW).matches) return;
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(MARGIN_PX, Math.min(x, innerWidth - width - MARGIN_PX))}px`;
  menu.style.top = `${Math.max(MARGIN_PX, Math.min(y, innerHeight - height - MARGIN_PX))}px`;
}

/** Where the menu of an element opens: at the pointer, or below the element for the keyboard. */
export function pointOf(event: MouseEvent): MenuPoint {
  if (event.clientX !== 0 || event.clientY !== 0) return { x: event.clientX, y: event.clientY };
  return belowOf(event.currentTarget as Element);
}

export function belowOf(element: Element): MenuPoint {
  const { left, bottom, top } = element.getBoundingClientRect();
  return { x: left + 12, y: bottom > innerHeight ? Math.max(0, top) + 24 : bottom };
}
