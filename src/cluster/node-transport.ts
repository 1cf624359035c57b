/**
 * The transport between nodes: requests with a response, and messages that may get lost. Messages from one node to
 * another arrive in the order in which they were sent, at most once. Redis carries them today; the interface allows
 * another transport.
 */
export interface NodeTransport {
  /** Receives messages to this token. It changes when the node begins another life. */
  listen(token: string): Promise<void>;
  /** Rejects with NodeUnreachable if no response came in time; the outcome is unknown. */
  request(to: string, body: unknown, timeoutMs: number): Promise<unknown>;
  /** The node of this token is dead: its pending requests are rejected. */
  abandonRequests(token: string): void;
  send(to: string, body: unknown): void;
  /** To every other node. */
  broadcast(body: unknown): void;
  /** Sets the handler of requests. Its errors reach the sender as NodeUnreachable. */
  onRequest(handler: (from: string, body: unknown) => Promise<unknown>): void;
  /** Sets the handler of messages. */
  onMessage(handler: (from: string, body: unknown) => void): void;
  close(): Promise<void>;
}

/** No response, or an invalid one. */
export class NodeUnreachable extends Error {
  override name = 'NodeUnreachable';
}

/** The other node could not handle the request: it failed there, or is unknown to its version. */
export class RequestFailedThere extends NodeUnreachable {
  override name = 'RequestFailedThere';
}
