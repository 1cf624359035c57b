/** The online and offline events of browsers, which come earlier than a socket's timeout. Other platforms emit none. */
const here = globalThis as {
  addEventListener?: (name: 'online' | 'offline', heard: () => void) => void;
  removeEventListener?: (name: 'online' | 'offline', heard: () => void) => void;
};

export function followNetwork(heard: { online(): void; offline(): void }): () => void {
  const { online, offline } = heard;
  here.addEventListener?.('online', online);
  here.addEventListener?.('offline', offline);
  return () => {
    here.removeEventListener?.('online', online);
    here.removeEventListener?.('offline', offline);
  };
}
