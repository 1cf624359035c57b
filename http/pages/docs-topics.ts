/** The topics of the reference, each of them a page, in the order of reading. */
import type { RateWindows } from '#src/adapters/rate-limits/fixed-window-limits.js';
import { errors } from '#src/errors.js';
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { V1_TAG } from '#src/protocol/v1/v1-openapi.js';
import { readAsyncApi, readOpenApi } from '../documents/interface-document.js';
import { operationSection } from './docs-rest.js';
import { schemaTable } from './docs-schema.js';
import type { Group } from './docs-section.js';
import { socketGroups } from './docs-socket.js';
import { limitGroups } from './docs-tables.js';
import { html } from './html.js';

export interface Topic {
  /** The last step of its address. */
  name: string;
  title: string;
  text: string;
  groups(): Group[];
}

interface RestTopic extends Omit<Topic, 'groups'> {
  tags: string[];
  /** Of a tag that has two topics. */
  under?: string;
}

export const restTopics: readonly RestTopic[] = [
  { name: 'login', title: 'Login', text: 'From a login to a pair of tokens, and back.', tags: ['Login'] },
  {
    name: 'account',
    title: 'Account',
    text: 'The own account: profile, sessions, photos, devices, export and deletion.',
    tags: ['Account', 'Profile photos', 'Devices and notifications'],
  },
  {
    name: 'people',
    title: 'People',
    text: 'Other accounts: profiles, follows, contacts and direct chats.',
    tags: ['People'],
  },
  {
    name: 'rooms',
    title: 'Rooms',
    text: 'Rooms as their members and visitors see them.',
    tags: ['Rooms', 'Room photos'],
  },
  {
    name: 'members',
    title: 'Members and moderation',
    text: 'Settings, roles, permissions, bans, requests and invites, for admins.',
    tags: ['Room administration', 'Invites'],
  },
  {
    name: 'messages',
    title: 'Messages',
    text: 'Messages, reactions, pins, surveys and discussions, where no socket is used.',
    tags: ['Messages'],
  },
  { name: 'files', title: 'Files', text: 'Media and documents of messages.', tags: ['Media and documents'] },
  { name: 'discover', title: 'Discover', text: 'Published articles and their topics.', tags: ['Discover'] },
  {
    name: 'bots',
    title: 'Bots',
    text: 'Accounts of programs, and their tokens.',
    tags: ['Bots and webhooks'],
    under: '/api/bots',
  },
  {
    name: 'webhooks',
    title: 'Webhooks',
    text: 'Calls from the service to other programs, and from them into a room.',
    tags: ['Bots and webhooks'],
    under: '/api/webhooks',
  },
  {
    name: 'panel',
    title: 'Panel',
    text: 'Linked browsers, organizations, their teams and packages.',
    tags: ['Panel'],
  },
  {
    name: 'sponsored',
    title: 'Sponsored items',
    text: 'Sponsored items, from the draft to their numbers.',
    tags: ['Sponsored items', 'Sponsored content'],
  },
  { name: 'operators', title: 'Operators', text: 'What operators of the service do, by role.', tags: ['Operators'] },
  {
    name: 'service',
    title: 'Service',
    text: 'Health, settings for pages, these documents, and events that clients report.',
    tags: ['Service', 'Analytics'],
  },
  {
    name: 'v1',
    title: V1_TAG,
    text: 'Accounts with e-mail and password, apart from those of /api.',
    tags: [V1_TAG],
  },
];

export type ListedEndpoint = Pick<Endpoint, 'id' | 'method' | 'path' | 'tag' | 'access'>;

export const isOfTopic = ({ tags, under = '/' }: RestTopic, { tag, path }: ListedEndpoint): boolean =>
  tags.includes(tag) && path.startsWith(under);

export function docsTopics(endpoints: readonly Endpoint[], windows: RateWindows): Topic[] {
  const listed: ListedEndpoint[] = [...endpoints, ...v1Endpoints.map((endpoint) => ({ ...endpoint, tag: V1_TAG }))];
  const document = once(() => readOpenApi(endpoints));
  const socket = once(readAsyncApi);
  const shapes = () => ({ ...document().components.schemas, ...socket().components.schemas });
  return [
    ...restTopics.map((topic) => ({
      ...topic,
      groups: once(() => restGroups(topic, listed, document())),
    })),
    {
      name: 'socket',
      title: 'Socket and events',
      text: 'Live traffic over Socket.IO: operations, their acknowledgements, and events.',
      groups: once(() => socketGroups(socket())),
    },
    { name: 'errors', title: 'Errors and codes', text: 'Every code of a refusal.', groups: once(errorGroups) },
    {
      name: 'limits',
      title: 'Limits',
      text: 'How often, how much and how long.',
      groups: once(() => limitGroups(windows)),
    },
    {
      name: 'shapes',
      title: 'Shapes',
      text: 'Objects that several answers have.',
      groups: once(() => shapeGroups(shapes())),
    },
  ];
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function restGroups(topic: RestTopic, listed: ListedEndpoint[], document: ReturnType<typeof readOpenApi>): Group[] {
  return topic.tags.map((tag) => ({
    title: topic.tags.length > 1 ? tag : 'Endpoints',
    sections: listed
      .filter((endpoint) => endpoint.tag === tag && isOfTopic(topic, endpoint))
      .map((endpoint) => operationSection(endpoint, document))
      .filter((section) => section !== null),
  }));
}

function errorGroups(): Group[] {
  const text = html`<p>Branch on the code: sentences may change. The socket uses the same codes, in acks.</p>`;
  const sections = Object.entries(errors).map(([code, [status, sentence]]) => {
    const id = `error-${code}`;
    const markup = html`<tr id="${id}"><th><code>${code}</code></th><td>${status}</td><td>${sentence}</td></tr>`;
    return { id, title: code, markup };
  });
  return [{ title: 'Codes', text, sections, isTable: true }];
}

function shapeGroups(shapes: Record<string, Parameters<typeof schemaTable>[0]>): Group[] {
  const sections = Object.entries(shapes).map(([name, shape]) => {
    const id = `shape-${name}`;
    return { id, title: name, markup: html`<article id="${id}"><h3>${name}</h3>${schemaTable(shape)}</article>` };
  });
  return [{ title: 'Objects', sections }];
}
