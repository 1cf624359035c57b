import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { moved, type View, whole, zoomed } from './zoom.js';

const STEP = 1.5;
const DOUBLE = 2.5;
const WHEEL = 0.0018;
const KEY_PX = 60;

export interface Zoom {
  frame: RefObject<HTMLDivElement | null>;
  isZoomed: boolean;
  transform: string;
  zoomIn: () => void;
  zoomOut: () => void;
}

/** Wheel, pinch, double click and the keys + - 0 zoom a picture; a zoomed one is dragged, and moved by arrows. */
export function useZoom(): Zoom {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(whole);
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const isZoomed = view.scale > 1;
  const change = (by: number, at = { x: 0, y: 0 }) => setView((held) => zoomed(held, by, at, sizeOf(frame.current)));
  const move = (x: number, y: number) => setView((held) => moved(held, x, y, sizeOf(frame.current)));
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const stop = new AbortController();
    const listen = (name: string, listener: (event: never) => void) =>
      element.addEventListener(name, listener as EventListener, { signal: stop.signal, passive: false });
    listen('wheel', (event: WheelEvent) => {
      event.preventDefault();
      change(Math.exp(-event.deltaY * WHEEL), fromCenter(element, event));
    });
    listen('dblclick', (event: MouseEvent) =>
      setView((held) => (held.scale > 1 ? whole : zoomed(held, DOUBLE, fromCenter(element, event), sizeOf(element)))),
    );
    listen('pointerdown', (event: PointerEvent) => {
      pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      // A zoomed picture is dragged, and two fingers zoom: neither is a swipe to the next one.
      if (isZoomed || pointers.current.size > 1) event.stopPropagation();
      if (isZoomed) element.setPointerCapture(event.pointerId);
    });
    listen('pointermove', (event: PointerEvent) => {
      const from = pointers.current.get(event.pointerId);
      if (!from) return;
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      const to = { x: event.clientX, y: event.clientY };
      if (other) change(distance(to, other) / Math.max(1, distance(from, other)), fromCenter(element, event));
      else if (isZoomed) move(to.x - from.x, to.y - from.y);
      pointers.current.set(event.pointerId, to);
    });
    const end = (event: PointerEvent) => {
      if (isZoomed || pointers.current.size > 1) event.stopPropagation();
      pointers.current.delete(event.pointerId);
    };
    listen('pointerup', end);
    listen('pointercancel', end);
    return () => stop.abort();
  }, [isZoomed]);
  useZoomKeys(isZoomed, change, move, () => setView(whole));
  return {
    frame,
    isZoomed,
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    zoomIn: () => change(STEP),
    zoomOut: () => change(1 / STEP),
  };
}

function useZoomKeys(
  isZoomed: boolean,
  change: (by: number) => void,
  move: (x: number, y: number) => void,
  reset: () => void,
): void {
  useEffect(() => {
    const actions: Record<string, () => void> = {
      '+': () => change(STEP),
      '=': () => change(STEP),
      '-': () => change(1 / STEP),
      0: reset,
      ...(isZoomed && {
        ArrowLeft: () => move(KEY_PX, 0),
        ArrowRight: () => move(-KEY_PX, 0),
        ArrowUp: () => move(0, KEY_PX),
        ArrowDown: () => move(0, -KEY_PX),
      }),
    };
    const press = (event: KeyboardEvent) => {
      const action = event.ctrlKey || event.metaKey ? undefined : actions[event.key];
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    };
    // Before the viewer, whose arrows turn to the next picture.
    addEventListener('keydown', press, { capture: true });
    return () => removeEventListener('keydown', press, { capture: true });
  }, [isZoomed]);
}

const sizeOf = (element: Element | null) => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
});

const distance = (one: { x: number; y: number }, other: { x: number; y: number }): number =>
  Math.hypot(one.x - other.x, one.y - other.y);

function fromCenter(element: Element, { clientX, clientY }: MouseEvent): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}
