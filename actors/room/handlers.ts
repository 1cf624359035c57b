/** The dispatch table of the room: every command with its reads and its decision, by family. */

import { blockHandlers } from './access/dm-access.js';
import { explainHandlers } from './access/explain.js';
import { founderCheckHandlers } from './access/founder-check.js';
import { sharingHandlers } from './articles/share-articles.js';
import { dmHandlers } from './direct-chats/dm-opening.js';
import { photoHandlers } from './files/photos.js';
import { removedFileHandlers } from './files/removed-files.js';
import { uploadHandlers } from './files/uploads.js';
import { viewOnceHandlers } from './files/view-once.js';
import type { Handlers } from './handler.js';
import { anonymizeHandlers } from './lifecycle/anonymize-account.js';
import { createRoom, createRoomNeeds } from './lifecycle/create-room.js';
import { deletionHandlers } from './lifecycle/delete-room.js';
import { importHandlers } from './lifecycle/import-room.js';
import { settingsHandlers } from './lifecycle/settings.js';
import { addMemberHandlers } from './members/add-member.js';
import { banHandlers } from './members/bans.js';
import { inviteHandlers } from './members/invites.js';
import {
  joinRoom,
  joinRoomNeeds,
  leaveRoom,
  leaveRoomNeeds,
  writeWelcome,
  writeWelcomeNeeds,
} from './members/join-and-leave.js';
import { joinRequestHandlers } from './members/join-requests.js';
import { memberFlagHandlers } from './members/member-flags.js';
import { memberListHandlers } from './members/member-list.js';
import { moderationHandlers } from './members/moderation.js';
import { roleHandlers } from './members/roles.js';
import { editMessage, editMessageNeeds, react, reactNeeds } from './messages/edit-and-react.js';
import { expiryHandlers } from './messages/expire-rows.js';
import { sendMessage, sendMessageNeeds } from './messages/send-message.js';
import { talkHandlers } from './messages/talk-handlers.js';
import { operatorHandlers } from './moderation/operator-handlers.js';
import { pushHandlers } from './push/push-handlers.js';
import {
  checkTyping,
  listMessages,
  listMessagesNeeds,
  openRoom,
  openRoomNeeds,
  viewListRow,
  viewListRowNeeds,
  viewMessage,
  viewMessageNeeds,
  viewRoom,
  viewRoomNeeds,
} from './reading/read-messages.js';
import { replayHandlers } from './reading/replay.js';
import { markRead, markReadNeeds } from './reading/unread.js';
import { restoreHandlers } from './restore/repeat-change.js';
import { searchHandlers } from './search/search-handlers.js';

export const handlers: Handlers = {
  ...dmHandlers,
  ...blockHandlers,
  ...anonymizeHandlers,
  ...expiryHandlers,
  ...replayHandlers,
  ...searchHandlers,
  ...memberListHandlers,
  create_room: { needs: createRoomNeeds, handle: createRoom },
  view_room: { needs: viewRoomNeeds, handle: viewRoom },
  view_list_row: { needs: viewListRowNeeds, handle: viewListRow },
  join_room: { needs: joinRoomNeeds, handle: joinRoom },
  leave_room: { needs: leaveRoomNeeds, handle: leaveRoom },
  write_welcome: { needs: writeWelcomeNeeds, handle: writeWelcome },
  open_room: { needs: openRoomNeeds, handle: openRoom },
  list_messages: { needs: listMessagesNeeds, handle: listMessages },
  view_message: { needs: viewMessageNeeds, handle: viewMessage },
  send_message: { needs: sendMessageNeeds, handle: sendMessage },
  edit_message: { needs: editMessageNeeds, handle: editMessage },
  react: { needs: reactNeeds, handle: react },
  mark_read: { needs: markReadNeeds, handle: markRead },
  check_typing: { needs: viewRoomNeeds, handle: checkTyping },
  ...talkHandlers,
  ...pushHandlers,
  ...moderationHandlers,
  ...roleHandlers,
  ...settingsHandlers,
  ...banHandlers,
  ...joinRequestHandlers,
  ...addMemberHandlers,
  ...inviteHandlers,
  ...memberFlagHandlers,
  ...deletionHandlers,
  ...explainHandlers,
  ...founderCheckHandlers,
  ...uploadHandlers,
  ...photoHandlers,
  ...viewOnceHandlers,
  ...removedFileHandlers,
  ...sharingHandlers,
  ...operatorHandlers,
  ...importHandlers,
  ...restoreHandlers,
};

/**
 * Every other command of a deleted room is refused without a read. Memory may still name members, and the log that reads
 * for them would need is swept.
 */
export const readsWhenDeleted: ReadonlySet<keyof Handlers> = new Set<keyof Handlers>([
  'sweep_deleted_room',
  'release_files_of_deleted_room',
  'anonymize_account',
  'depart',
  'open_dm',
  'note_block',
]);

/** Moderation and lifecycle may use the last tenth of a mailbox. */
export const urgent: ReadonlySet<keyof Handlers> = new Set<keyof Handlers>([
  ...(Object.keys(moderationHandlers) as (keyof typeof moderationHandlers)[]),
  ...(Object.keys(roleHandlers) as (keyof typeof roleHandlers)[]),
  'delete_room',
  'join_room',
  'leave_room',
  'open_dm',
  'note_block',
  'write_welcome',
  'delete_message',
  'delete_message_as_operator',
  'delete_room_as_operator',
]);
