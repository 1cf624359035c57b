/** To which nodes a user event goes. */
import type { UserEvent } from '#actors/room/commands.js';
import type { UserEventBus } from '#src/cluster/user-event-bus.js';

/** User events that gateways of other nodes need; the others stay between the actors and jobs of one node. */
const isForDevices = ({ type }: UserEvent): boolean => type !== 'push:due' && type !== 'device:registered';

/**
 * Rare events that concern more than the connected sockets of the account: handshakes under way, which no other node
 * knows of, or the accounts that see its avatar.
 */
const forAllNodes = new Set<UserEvent['type']>(['session:closed', 'username', 'language', 'face']);

/** An event of this node's actors, to the nodes that serve the account. */
export function publishUserEvent(bus: UserEventBus, event: UserEvent): void {
  if (!isForDevices(event)) return;
  if (forAllNodes.has(event.type)) bus.publishToAll(event);
  else bus.publish(`account:${event.to}`, event);
  bus.publishToPrevious(event);
}
