/** What browsers know of the network before a connection does. Elsewhere nothing is told. */
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
