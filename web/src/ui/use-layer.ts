/**
 * What lies over the room (a panel, a dialog, a picture in full) is a layer. On a phone the way back closes the topmost
 * layer before it leaves the room: while one is open, an entry of its own stands on top of the browser's history.
 */
import { useEffect, useRef } from 'preact/hooks';

const NARROW = '(max-width: 760px)';

interface Layer {
  close: () => void;
}

const layers: Layer[] = [];
/** The entry on top of the history is the layers'. */
let isEntered = false;
let isSyncing = false;
let isListening = false;

export function useLayer(onClose: () => void): void {
  const layer = useRef<Layer>({ close: onClose });
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
      // Closing one may leave another open.
      sync();
    } else if (!isEntered && isOurs(state)) history.back();
  });
}

/** Once for all that changes together: one panel that takes another's place is no way back. */
function sync(): void {
  if (isSyncing) return;
  isSyncing = true;
  setTimeout(() => {
    isSyncing = false;
    const isOpen = layers.length > 0;
    if (isOpen && !isEntered && matchMedia(NARROW).matches) {
      history.pushState({ layer: true }, '');
      isEntered = true;
    } else if (!isOpen && isEntered) {
      isEntered = false;
      if (isOurs(history.state)) history.back();
    }
  });
}

const isOurs = (state: unknown): boolean => typeof state === 'object' && state !== null && 'layer' in state;
