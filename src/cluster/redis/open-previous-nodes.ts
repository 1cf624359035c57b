import type { PreviousNodes } from '../previous-nodes.js';
import { type BroadcastUserEventsOptions, openBroadcastUserEvents } from './broadcast-user-events.js';
import { PresenceSets } from './presence-sets.js';

export interface PreviousNodesOptions extends Omit<BroadcastUserEventsOptions, 'hears'> {
  /** The tokens of the live nodes of the previous version. */
  living: () => string[];
  leaseMs: number;
}

/** User events and presence of the previous version, over Redis. */
export async function openPreviousNodes(options: PreviousNodesOptions): Promise<PreviousNodes> {
  const { living, from, leaseMs } = options;
  const hears = (sender: string) => living().includes(sender);
  const broadcast = await openBroadcastUserEvents({ ...options, hears });
  const sets = new PresenceSets({ ...options, me: from, previous: living, keepMs: leaseMs * 3 });
  return {
    get areThere() {
      return living().length > 0;
    },
    publish: (event) => broadcast.publish(event),
    listen: (listener) => broadcast.listen(listener),
    close: () => broadcast.close(),
    arrived: (account) => sets.arrived(account),
    left: (account) => sets.left(account),
    among: (accounts) => sets.among(accounts),
    repeat: () => sets.repeat(),
  };
}
