/**
 * Layers over a room: a panel, a dialog, the viewer. On a phone, Back closes the topmost layer before it leaves the
 * room: while a layer is open, the browser's history has one more entry. On a wide screen Back leaves the room at once,
 * and the dialogs over it are closed.
 */
import { useEffect, useRef } from 'preact/hooks';

const NARROW = '(max-width: 760px)';

interface Layer {
  /** Covers the page, which cannot be used before it is closed. */
  isModal: boolean;
  close: () => void;
}

const layers: Layer[] = [];
/** True when the topmost history entry is that of the layers. */
let isEntered = false;
let isSyncing = false;
let isListening = false;

export function useLayer(onClose: () => void, isModal: boolean): void {
  const layer = useRef<Layer>({ isModal, close: onClose });
  layer.current.close = onClose;
  useEffect(() => {
    const { current } = layer;
    layers.push(current);
    listen();
    sync();
    return () => {
      layers.splice(layers.indexOf(current), 1);
      sync();
    };
  }, []);
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  addEventListener('popstate', ({ state }) => {
    if (isEntered && !isOurs(state)) {
      isEntered = false;
      layers.at(-1)?.close();
      // Another layer may still be open.
      sync();
    } else if (!isEntered && isOurs(state)) history.back();
    else if (!isNarrow()) for (const { close } of layers.filter(({ isModal }) => isModal).reverse()) close();
  });
}

/** Runs once for all changes of one render: a panel that replaces another one is no Back. */
function sync(): void {
  if (isSyncing) return;
  isSyncing = true;
  setTimeout(() => {
    isSyncing = false;
    const isOpen = layers.length > 0;
    if (isOpen && !isEntered && isNarrow()) {
      history.pushState({ layer: true }, '');
      isEntered = true;
    } else if (!isOpen && isEntered) {
      isEntered = false;
      if (isOurs(history.state)) history.back();
    }
  });
}

const isNarrow = (): boolean => matchMedia(NARROW).matches;

const isOurs = (state: unknown): boolean => typeof state === 'object' && state !== null && 'layer' in state;
