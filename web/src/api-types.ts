/** The service's API types under the names of the pages. Every type derives from the generated ones. */
import type { ErrorData } from '#sdk/errors.js';
import type {
  Account,
  Avatar,
  Export,
  ImageBlock,
  Message,
  Room as RoomAnswer,
  RoomChanges,
  RoomListRow,
  Session,
} from '#sdk/generated/rest.js';
import type { RoomEvents, UserEvents } from '#sdk/generated/socket.js';
import type { Answer, OperationPath, Request } from '#sdk/rest.js';
import type { Payload } from '#sdk/wire.js';

export type {
  Account,
  Ban,
  Bot,
  BotToken,
  Category,
  Delivery,
  DiscoverTopic,
  Discussion,
  Document,
  Entry,
  Invite,
  JoinRequest,
  Location as Place,
  Media,
  Member,
  Message,
  PanelLink,
  Person,
  PutLink,
  RoomEvent,
  Sender,
  Share,
  StarEntry,
  SuggestedTopic,
  Survey,
  Webhook,
} from '#sdk/generated/rest.js';
export type { RoomChange, TokenPair } from '#sdk/wire.js';

/** An error of the service, or of the page itself, which adds some codes. */
export type WireError = ErrorData;

type Body<K extends OperationPath> = Request<K> extends { body?: infer B } ? NonNullable<B> : never;
type Query<K extends OperationPath> = Request<K> extends { query?: infer Q } ? NonNullable<Q> : never;

export type ClientConfig = Answer<'GET /api/client-config'>;
export type Photo = Avatar;
export type LoginSession = Session;
/** An export is ready when it has files. */
export type DataExport = Pick<Export, 'id' | 'status'> & Partial<Export>;
export type Profile = Required<Body<'PUT /api/me/profile'>>;
export type DmPolicy = Account['dm_policy'];
export type PhotoVisibility = Account['photo_visibility'];
export type ProfileCard = Answer<'GET /api/users/{username}'>;
export type ContactPerson = Answer<'GET /api/contacts'>['people'][number];
export type OwnRoom = Answer<'GET /api/me/rooms'>['founded'][number];
export type Device = Body<'PUT /api/me/device'>;

/** A room of the list, or a single room, in which the fields of the list may be missing. */
export type Room = RoomAnswer & Partial<Omit<RoomListRow, keyof RoomAnswer>>;
export type RoomSettings = Required<Omit<RoomChanges, 'avatar' | 'member_denied'>>;
export type Wallpaper = RoomAnswer['wallpaper'];
export type Role = NonNullable<RoomAnswer['my_role']>;
export type NewRoom = Body<'POST /api/rooms'>;
export type JoinStatus = Answer<'POST /api/rooms/{slug}/join'>['status'];
export type InviteDraft = Required<Body<'POST /api/rooms/{slug}/invites'>>;
export type Permission = Query<'GET /api/rooms/{slug}/permissions/explain'>['permission'];
export type Explanation = Answer<'GET /api/rooms/{slug}/permissions/explain'>;
export type ShortLink = Answer<'PUT /api/rooms/{slug}/vanity'>;
export type Topic = Answer<'GET /api/rooms/{slug}/topics'>['topics'][number];
export type RoomStats = Answer<'GET /api/rooms/{slug}/stats'>['stats'];
export type LinkPreview = NonNullable<Answer<'GET /api/link-preview'>['preview']>;

export type Attachment = NonNullable<Message['attachment']>;
export type NewMessage = Payload<'message:new'>;
export type NewAttachment = NonNullable<NewMessage['attachment']>;
type WrittenBlock = NonNullable<NewMessage['article']>['blocks'][number];
type WrittenImage = Extract<WrittenBlock, { type: 'image' }>;
/** A block of a draft: an image that was just uploaded has no link yet. */
export type Block = Exclude<WrittenBlock, { type: 'image' }> | (WrittenImage & Partial<Pick<ImageBlock, 'url'>>);
export type Article = Omit<NonNullable<NewMessage['article']>, 'blocks'> & { blocks: Block[] };

export type EntryStatus = Answer<'GET /api/discover/entries/{id}'>['entry']['status'];
export type EntryStats = Answer<'GET /api/discover/entries/{id}/stats'>;
export type EntryDiscussion = Answer<'GET /api/discover/entries/{id}/discussion'>;
export type EntrySort = NonNullable<Query<'GET /api/discover/topics/{tag}/entries'>['sort']>;
export type ReadEvent = Body<'POST /api/analytics/events'>['events'][number];
export type ReadEventType = ReadEvent['type'];
export type Report = Body<'POST /api/reports'>;

export type Placement = Query<'GET /api/sponsored'>['placement'];
export type Offer = NonNullable<Answer<'GET /api/sponsored'>['item']>;

export type RoomFlags = UserEvents['room:flags'];
export type PermissionsChange = UserEvents['permissions:changed'];
export type Typing = RoomEvents['typing'];
export type Activity = UserEvents['room:activity'];
