/**
 * How nodes speak to each other: requests with an answer, and messages that may get lost. What one node sends to one
 * other arrives in the order it was sent, once or not at all. Redis carries it today; another
 * transport can be put behind this interface.
 */
export interface NodeTransport {
  /** What is sent to this token reaches this node. It changes when the node begins another life. */
  listen(token: string): Promise<void>;
  /** Rejects with NodeUnreachable when no answer came in time: the outcome is unknown. */
  request(to: string, body: unknown, timeoutMs: number): Promise<unknown>;
  /** The node behind this token is dead: its pending requests are rejected. */
  abandonRequests(token: string): void;
  send(to: string, body: unknown): void;
  /** To every node, this one not included. */
  broadcast(body: unknown): void;
  /** The handler of requests. An error it throws reaches the sender as NodeUnreachable. */
  onRequest(handler: (from: string, body: unknown) => Promise<unknown>): void;
  /** The handler of messages. */
  onMessage(handler: (from: string, body: unknown) => void): void;
  close(): Promise<void>;
}

/** No answer, or none that could be understood. */
export class NodeUnreachable extends Error {
  override name = 'NodeUnreachable';
}
