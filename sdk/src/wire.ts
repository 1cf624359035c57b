/** The types of the wire under the names that the client uses. */
import type { Message, Operations, Error as Refusal } from './generated/rest.js';
import type { RoomEvents, SocketOperations, UserEvents } from './generated/socket.js';

export type {
  Account,
  Attachment,
  Avatar,
  ErrorCode,
  Json,
  Member,
  Message,
  Person,
  Room,
  RoomEvent,
  RoomListRow,
} from './generated/rest.js';
export type { Operations, RoomEvents, SocketOperations, UserEvents };

export type OperationName = keyof SocketOperations;
export type Payload<K extends OperationName> = SocketOperations[K]['payload'];
export type Ack<K extends OperationName> = SocketOperations[K]['ack'];

export type ServerEvents = UserEvents & RoomEvents;

type Entries = Omit<RoomEvents, 'typing'>;
/** An event of a room's log with its name in `type`. Each carries `room`, `seq` and `prev_seq`. */
export type RoomChange = { [K in keyof Entries]: { type: K } & Entries[K] }[keyof Entries];

/** The content of a new message; the client adds `client_id` and `room`. */
export type Draft = Omit<Payload<'message:new'>, 'room' | 'client_id'>;

/** The result of a send: a message, or a slash command that was run. */
export type SendResult = Partial<Omit<Ack<'message:new'>, 'ok'>>;

/** A stored message; `duplicate`: it was stored before with the same `client_id`. */
export interface Sent {
  message: Message;
  duplicate: boolean;
}

/** A slash command that was run; the `help` of `/help` has the syntax of each command. */
export interface CommandAnswer {
  command: NonNullable<SendResult['command']>;
  help: string[];
}

export type WireError = Refusal['error'];

export type TokenPair = Operations['POST /api/auth/refresh']['answer'];
export type Login = Operations['POST /api/auth/developer']['answer'];
export type OpenedRoom = Ack<'room:open'>;
export type Row = Message;
