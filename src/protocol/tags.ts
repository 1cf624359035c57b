/** The groups of operations in the OpenAPI document. */
import { V1_TAG } from './v1/v1-openapi.js';

const descriptions: Record<string, string> = {
  Login: 'From an answer of the identity provider to a pair of tokens, and back.',
  Account: 'The own account: profile, sessions, stars, export and deletion.',
  People: 'Other accounts: profiles, follows, contacts, blocks, reports and direct chats.',
  'Profile photos': 'Photos of the own account: upload, register, choose, delete.',
  'Devices and notifications': 'Where pushes go.',
  Rooms: 'Rooms as their members and visitors see them.',
  'Room administration': 'Settings, roles, permissions and moderation, for admins.',
  Invites: 'Links that let somebody into a room.',
  Messages: 'Messages, reactions, pins, surveys, discussions and read state, where no socket is used.',
  'Media and documents': 'Files of messages.',
  'Room photos': 'Photos of a room.',
  Discover: 'Articles that the dictionary has published, and their topics.',
  'Bots and webhooks': 'Accounts of programs, their tokens, and calls between the service and other programs.',
  Analytics: 'Events that clients report.',
  Service: 'Health, settings for pages, and these documents.',
  Panel: 'Linked browsers, organizations, their teams and packages.',
  Operators: 'For those who run the service, by role.',
  'Sponsored items': 'Sponsored items of an organization, from the draft to its numbers.',
  'Sponsored content': 'Sponsored items as they are shown, and what was seen of them.',
  [V1_TAG]: 'Accounts with e-mail and password, apart from those of `/api`.',
};

export function describedTag(name: string): { name: string; description: string } {
  const description = descriptions[name];
  if (description === undefined) throw new Error(`The group ${name} of operations is not described in tags.ts.`);
  return { name, description };
}
