/** The limits that the event `ready` announces to a client. */
export interface SocketLimits {
  messages: number;
  messages_window_ms: number;
  /** Operations of an account over REST and sockets together, without sending messages. */
  reads: number;
  reads_window_ms: number;
  writes: number;
  writes_window_ms: number;
  /** Input of all sockets of an account. */
  frames_per_second: number;
  bytes_per_second: number;
  body_bytes: number;
  frame_bytes: number;
  opened_rooms: number;
  sockets_per_session: number;
}
