/**
 * User events between gateways. They may get lost, so that a consumer that needs certainty reads the state again. An
 * event goes to the nodes that have joined its recipient; none of its costs grows with the number of nodes.
 */

/** The sockets of an account, or those that have a room open. */
export type Recipient = `account:${string}` | `room:${string}`;

export interface UserEventBus {
  /** Settles once every later event for the recipient is heard here, or nothing can be heard; never rejects. */
  join(recipient: Recipient): Promise<void>;
  /** Settles once other nodes know; never rejects. */
  leave(recipient: Recipient): Promise<void>;
  /** Those of the recipients that another node has joined. None if it cannot be known. */
  joinedElsewhere(recipients: readonly Recipient[]): Promise<ReadonlySet<Recipient>>;
  /** To every other node that has joined the recipient. */
  publish(recipient: Recipient, event: object): void;
  /** To every other node: for rare events whose recipients are not known. */
  publishToAll(event: object): void;
  /** To the nodes of the previous version, which hear every event. Nothing happens when there is none. */
  publishToPrevious(event: object): void;
  listen(listener: (event: object) => void): () => void;
  close(): Promise<void>;
}
