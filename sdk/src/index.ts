export {
  Client,
  type ClientEvents,
  type ClientOptions,
  createClient,
  type JoinStatus,
  type NewRoom,
} from './client.js';
export { type Content, contentOf, type TypedEvent } from './content.js';
export type { Listener, Unsubscribe } from './emitter.js';
export {
  type ClientCode,
  type ErrorData,
  errorData,
  type GoneReason,
  isPassing,
  isRefusal,
  MeydanError,
} from './errors.js';
export { beginIdentity, type IdentityAttempt, type IdentityProof, identityProof, type OidcConfig } from './identity.js';
export type { Place } from './log/follower.js';
export type { Outbox, OutboxEvents } from './outbox.js';
export type { Pending, PendingFile } from './pending-queue.js';
export { randomId } from './random-id.js';
export { type Answer, type OperationPath, type Request, Rest, type RestOptions } from './rest.js';
export type { Room, RoomOptions, RoomSignals } from './room.js';
export type { RoomList, RoomListEvents } from './room-list.js';
export {
  memorySession,
  type OutboxStore,
  type Session,
  type SessionStore,
  storedOutbox,
  storedSession,
  type TextStorage,
} from './storage.js';
export type { NewAttachment, Upload, UploadOptions } from './uploads.js';
export type {
  Account,
  Ack,
  Attachment,
  Avatar,
  CommandAnswer,
  Draft,
  ErrorCode,
  Json,
  Member,
  Message,
  OperationName,
  Operations,
  Payload,
  Person,
  Room as RoomInfo,
  RoomChange,
  RoomEvent,
  RoomEvents,
  RoomListRow,
  Sent,
  ServerEvents,
  SocketOperations,
  UserEvents,
} from './wire.js';
