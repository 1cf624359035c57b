/**
 * What a bot may do with its token: this list, and nothing else. A bot reads, writes and moderates in the rooms that it was
 * added to. It enters no room by itself, brings nobody along, begins no direct chat, and makes no accounts, bots, tokens or
 * webhooks.
 */
import type { Endpoint } from '../schema/endpoint.js';
import type { OperationName } from '../socket/operations.js';

const endpoints: ReadonlySet<string> = new Set([
  'viewMe',
  'changeProfile',
  'listPhotos',
  'presignPhoto',
  'addPhoto',
  'choosePhoto',
  'deletePhoto',
  'listPeople',
  'viewPerson',
  'listRooms',
  'viewRoom',
  'leaveRoom',
  'listMembers',
  'listMessages',
  'sendMessage',
  'viewMessage',
  'editMessage',
  'deleteMessage',
  'pinMessage',
  'unpinMessage',
  'listDiscussion',
  'vote',
  'viewVotes',
  'presignMedia',
  'presignDocument',
  'listMedia',
  'viewMedia',
  'viewDocument',
  'searchRoom',
  'listTopics',
  'listEvents',
  // Moderation, where its role and its permissions allow it.
  'kickMember',
  'tagMember',
  'muteMember',
  'unmuteMember',
  'banMember',
  'unbanMember',
  'listBans',
  'listRequests',
  'approveRequest',
  'rejectRequest',
]);

export const isOpenToBots = ({ id }: Pick<Endpoint, 'id'>): boolean => endpoints.has(id);

const operations: ReadonlySet<string> = new Set<OperationName>([
  'room:open',
  'room:close',
  'message:list',
  'message:new',
  'message:edit',
  'message:delete',
  'message:react',
  'message:pin',
  'survey:vote',
  'discussion:close',
  'discussion:reopen',
  'message:read',
  'typing',
]);

export const mayBotsPerform = (operation: string): boolean => operations.has(operation);
