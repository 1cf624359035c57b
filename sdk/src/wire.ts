/** The wire's own words under the names the client uses. */
import type { Message, Operations, Error as Refusal } from './generated/rest.js';
import type { RoomEvents, SocketOperations, UserEvents } from './generated/socket.js';

export type { Account, Avatar, ErrorCode, Member, Message, Person, Room, RoomListRow } from './generated/rest.js';
export type { Operations, RoomEvents, SocketOperations, UserEvents };

export type OperationName = keyof SocketOperations;
export type Payload<K extends OperationName> = SocketOperations[K]['payload'];
export type Ack<K extends OperationName> = SocketOperations[K]['ack'];

export type ServerEvents = UserEvents & RoomEvents;

type Entries = Omit<RoomEvents, 'typing'>;
/** An event of a room's log with its name in `type`. Each carries `room`, `seq` and `prev_seq`. */
export type RoomChange = { [K in keyof Entries]: { type: K } & Entries[K] }[keyof Entries];

/** What may be said in a room; `client_id` and `room` are added on the way. */
export type Draft = Omit<Payload<'message:new'>, 'room' | 'client_id'>;

/** What came of it: a message, or a slash command that was carried out. */
export type Answered = Partial<Omit<Ack<'message:new'>, 'ok'>>;

/** A message that is stored; `duplicate`: it was stored before, under the same `client_id`. */
export interface Sent {
  message: Message;
  duplicate: boolean;
}

/** A slash command that was carried out; `help` says for `/help` how each is written. */
export interface CommandAnswer {
  command: NonNullable<Answered['command']>;
  help: string[];
}

export type WireError = Refusal['error'];

export type TokenPair = Operations['POST /api/auth/refresh']['answer'];
export type Login = Operations['POST /api/auth/developer']['answer'];
export type OpenedRoom = Ack<'room:open'>;
export type Row = Message;
