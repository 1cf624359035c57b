/**
 * How nodes speak to each other: requests with an answer, and messages that may get lost. What one node sends to one
 * other arrives in the order it was sent, once or not at all. Redis carries it today; whoever measures that something
 * else is worth it puts it behind this.
 */
export interface NodeTransport {
  /** What is sent to this token reaches this node. It changes when the node begins another life. */
  listen(token: string): Promise<void>;
  /** Rejects with LinkBroken when no answer came in time: the outcome is unknown. */
  request(to: string, body: unknown, timeoutMs: number): Promise<unknown>;
  /** That life is over: nobody waits any longer for what it was asked and has not answered. */
  abandonRequests(token: string): void;
  send(to: string, body: unknown): void;
  /** To every node, this one not included. */
  broadcast(body: unknown): void;
  /** What answers requests. What it throws reaches the asker as LinkBroken. */
  onRequest(handler: (from: string, body: unknown) => Promise<unknown>): void;
  /** What hears messages. */
  onMessage(handler: (from: string, body: unknown) => void): void;
  close(): Promise<void>;
}

/** No answer, or none that could be understood. */
export class NodeUnreachable extends Error {
  override name = 'NodeUnreachable';
}
