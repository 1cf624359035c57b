/** Generates the AsyncAPI 3.0 document from operations, acks and events. The same schemas validate the requests. */
import type { ObjectSchema } from 'joi';
import { createSchemaBook, type JsonSchema, type SchemaBook } from './schema/json-schema.js';
import { requestShape } from './shapes/join-request.js';
import { messageShape } from './shapes/message.js';
import { messageParts } from './shapes/message-parts.js';
import { avatarShape } from './shapes/photo.js';
import { changedRoomShape, listRowShape, memberShape, peerShape, roomShape } from './shapes/room.js';
import { ackShapes, missedChangeShape, refusedShape } from './socket/ack-shapes.js';
import { operationSchemas } from './socket/operations.js';
import { adminEventShapes, roomEventShapes, userEventShapes } from './socket/socket-shapes.js';
import { eventTexts, operationTexts } from './socket/socket-texts.js';

export interface AsyncApiOptions {
  version: string;
}

type Schemas = Record<string, ObjectSchema>;

/** A shape comes after those that it contains. */
const socketShapes = [
  avatarShape,
  ...messageParts,
  messageShape,
  peerShape,
  roomShape,
  listRowShape,
  memberShape,
  changedRoomShape,
  requestShape,
  missedChangeShape,
];

interface Channel {
  address: string;
  description: string;
  parameters?: JsonSchema;
  events: Schemas;
}

const channels: Record<string, Channel> = {
  user: {
    address: 'user:{account_id}',
    description: 'Every connected socket is in the channel of its account.',
    parameters: { account_id: { description: 'The account.' } },
    events: userEventShapes,
  },
  room: {
    address: 'room:{slug}',
    description: 'Sockets that opened the room. Complete for members, by `seq` and `prev_seq`.',
    parameters: { slug: { description: 'The room.' } },
    events: roomEventShapes,
  },
  admins: {
    address: 'room:{slug}:admins',
    description:
      'Admins receive this channel instead of that of the members: the same events, rows for admins, and requests.',
    parameters: { slug: { description: 'The room.' } },
    events: { ...roomEventShapes, ...adminEventShapes },
  },
};

export function asyncApiDocument({ version }: AsyncApiOptions): JsonSchema {
  const book = createSchemaBook(socketShapes);
  const messages = messagesOf(book);
  return {
    asyncapi: '3.0.0',
    info: { title: 'Meydan', version, description: DESCRIPTION },
    defaultContentType: 'application/json',
    channels: {
      operations: {
        address: '/',
        description: 'The operations that clients send.',
        messages: Object.fromEntries(Object.keys(operationSchemas).flatMap((name) => channelMessages('op', name))),
      },
      ...Object.fromEntries(Object.entries(channels).map(([name, channel]) => [name, channelOf(channel)])),
    },
    operations: { ...receiving(), ...sending() },
    components: { messages, schemas: book.components },
  };
}

const DESCRIPTION =
  'Socket.IO 4, default path and namespace. Handshake: `auth: {token}`. Every operation is ' +
  '`socket.emit(name, payload, ack)`; the ack is `{ok: true, …}` or `{ok: false, error}`. Connect with ' +
  "`transports: ['websocket']`: long polling is refused where the service runs on several nodes.";

/** Component names have no colons. */
const key = (kind: 'op' | 'ack' | 'event', name: string): string => `${kind}.${name.replaceAll(':', '.')}`;
const reference = (to: string): JsonSchema => ({ $ref: `#/components/messages/${to}` });

function messagesOf(book: SchemaBook): Record<string, JsonSchema> {
  const events: Schemas = { ...userEventShapes, ...roomEventShapes, ...adminEventShapes };
  const entries = (kind: 'op' | 'ack' | 'event', schemas: Schemas, texts: Record<string, string>) =>
    Object.entries(schemas).map(([name, schema]) => [
      key(kind, name),
      { name, ...(texts[name] ? { summary: texts[name] } : {}), payload: book.write(schema) },
    ]);
  return Object.fromEntries([
    ...entries('op', operationSchemas, operationTexts),
    ...entries('ack', ackShapes, {}),
    ...entries('event', events, eventTexts),
    ['ack.refused', { name: 'refused', payload: book.write(refusedShape) }],
  ]);
}

function channelMessages(kind: 'op' | 'event', name: string): [string, JsonSchema][] {
  if (kind === 'event') return [[key('event', name), reference(key('event', name))]];
  return [key('op', name), key('ack', name), 'ack.refused'].map((to) => [to, reference(to)]);
}

function channelOf({ events, ...channel }: Channel): JsonSchema {
  const messages = Object.fromEntries(Object.keys(events).flatMap((name) => channelMessages('event', name)));
  return { ...channel, messages };
}

const inChannel = (channel: string, message: string): JsonSchema => ({
  $ref: `#/channels/${channel}/messages/${message}`,
});

function receiving(): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(operationTexts).map(([name, summary]) => [
      name,
      {
        action: 'receive',
        channel: { $ref: '#/channels/operations' },
        summary,
        messages: [inChannel('operations', key('op', name))],
        reply: {
          channel: { $ref: '#/channels/operations' },
          messages: [inChannel('operations', key('ack', name)), inChannel('operations', 'ack.refused')],
        },
      },
    ]),
  );
}

/** Events of the room's channel are described once; admins get them on their own channel. */
function sending(): Record<string, JsonSchema> {
  const channelEvents = [
    ...Object.keys(userEventShapes).map((name) => ['user', name] as const),
    ...Object.keys(roomEventShapes).map((name) => ['room', name] as const),
    ...Object.keys(adminEventShapes).map((name) => ['admins', name] as const),
  ];
  return Object.fromEntries(
    channelEvents.map(([channel, name]) => [
      `on ${name}`,
      {
        action: 'send',
        channel: { $ref: `#/channels/${channel}` },
        summary: (eventTexts as Record<string, string>)[name],
        messages: [inChannel(channel, key('event', name))],
      },
    ]),
  );
}
