/** The dispatch table of the room: every command with what it needs and what becomes of it, by family. */
import { createRoom, createRoomNeeds } from './creation.js';
import { deletionHandlers } from './deletion.js';
import { blockHandlers } from './dm-access.js';
import { dmHandlers } from './dm-opening.js';
import { doorHandlers } from './doors.js';
import { erasingHandlers } from './erasing.js';
import { expiryHandlers } from './expiring.js';
import { explainHandlers } from './explain.js';
import { flagHandlers } from './flags.js';
import { founderCheckHandlers } from './founder-check.js';
import type { Handlers } from './handler.js';
import { inviteHandlers } from './invites.js';
import { lookupHandlers } from './looking-up.js';
import { memberListHandlers } from './member-list.js';
import { joinRoom, joinRoomNeeds, leaveRoom, leaveRoomNeeds, writeWelcome, writeWelcomeNeeds } from './membership.js';
import { editMessage, editMessageNeeds, react, reactNeeds } from './message-changes.js';
import { sendMessage, sendMessageNeeds } from './messages.js';
import { moderationHandlers } from './moderation.js';
import { photoHandlers } from './photos.js';
import { pushHandlers } from './pushes.js';
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
} from './reading.js';
import { removedFileHandlers } from './removed-files.js';
import { replayHandlers } from './replaying.js';
import { roleHandlers } from './roles.js';
import { settingsHandlers } from './settings.js';
import { sharingHandlers } from './sharing-articles.js';
import { talkHandlers } from './talk-handlers.js';
import { markRead, markReadNeeds } from './unread.js';
import { uploadHandlers } from './uploads.js';
import { viewOnceHandlers } from './view-once.js';

export const handlers: Handlers = {
  ...dmHandlers,
  ...blockHandlers,
  ...erasingHandlers,
  ...expiryHandlers,
  ...replayHandlers,
  ...lookupHandlers,
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
  ...doorHandlers,
  ...inviteHandlers,
  ...flagHandlers,
  ...deletionHandlers,
  ...explainHandlers,
  ...founderCheckHandlers,
  ...uploadHandlers,
  ...photoHandlers,
  ...viewOnceHandlers,
  ...removedFileHandlers,
  ...sharingHandlers,
};

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
]);
