/** What `ready` tells of the bounds a client has to keep. */
export interface SocketLimits {
  messages: number;
  messages_window_ms: number;
  /** What an account does over REST and sockets together, beside sending messages. */
  reads: number;
  reads_window_ms: number;
  writes: number;
  writes_window_ms: number;
  /** What all sockets of an account may send. */
  frames_per_second: number;
  bytes_per_second: number;
  body_bytes: number;
  frame_bytes: number;
  opened_rooms: number;
  sockets_per_session: number;
}
