/** Files of messages: the checks, and the documents that the room keeps of them. */
import { refuse } from '#actors/runtime/decision.js';
import { isOwnUpload, isUsable, type StoredFile } from '#src/domain/messages/file.js';
import { type DocumentAttachment, filesOf, hasFiles, type NamedFile } from '#src/domain/messages/media.js';
import type { Draft } from '#src/domain/messages/message.js';
import type { Head } from '#src/domain/rooms/room.js';
import type { Doc } from '#src/store/store.js';
import { type EffectiveContent, effectiveContent, type Sending } from '../model/message-content.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type Refused = ReturnType<typeof refuse>;
type Attachment = EffectiveContent['attachment'];

export const mediaFolder = (room: string): string => `room-media/${room}/`;
export const documentFolder = (room: string): string => `room-docs/${room}/`;

/** The known facts about the files of a draft. */
export function fileNeeds(needs: Needs, draft: Draft): void {
  const said = effectiveContent(draft);
  if (!hasFiles(said)) return;
  const keys = [...new Set(filesOf(said).map(({ key }) => key))];
  needs.once('files', async (reader) => {
    const files = await reader.getMany<StoredFile & Doc>('files', keys);
    return new Map(keys.map((key, at) => [key, files[at] ?? null]));
  });
}

/** Files are the sender's own uploads to this room; the files of a forwarded message need only exist. */
export function fileProblem(state: RoomState, sending: Sending): Refused | null {
  const isViewOnce = sending.command.draft.viewOnce === true;
  if (isViewOnce && (state.head as Head).kind !== 'dm')
    return invalidAttachment('Files that are seen once are for direct chats.');
  return hasFiles(sending.content) ? problemOfFiles(state, sending) : null;
}

function problemOfFiles(state: RoomState, { command, content, now }: Sending): Refused | null {
  const { by, draft } = command;
  if (draft.forward && content.kind === 'document' && isOver(content.attachment, now)) {
    return refuse('document_expired');
  }
  const known = state.readsFor(command).files;
  const folder = content.kind === 'document' ? documentFolder(state.id) : mediaFolder(state.id);
  for (const named of filesOf(content)) {
    const file = known?.get(named.key);
    if (draft.forward) {
      if (isUsable(file)) continue;
      return invalidAttachment('The file of this message no longer exists.');
    }
    if (!named.key.startsWith(folder) || !isOwnUpload(file, state.id, by.accountId)) {
      return invalidAttachment('The file is not an upload of yours to this room.');
    }
    if (!isOfType(file, named)) return invalidAttachment('The upload link of the file was for another type.');
  }
  return null;
}

export const invalidAttachment = (message: string): Refused => refuse('invalid_attachment', { message });

const isOver = (attachment: Attachment, now: number): boolean =>
  (attachment as unknown as DocumentAttachment).until <= now;

/** The link was for one type, and nothing else can lie there. */
const isOfType = ({ contentType }: StoredFile, named: NamedFile): boolean =>
  named.contentType === null ? contentType.startsWith('image/') : contentType === named.contentType;

/** A document's hour begins when it is sent, and only once. */
export function keptAttachment(
  state: RoomState,
  { kind, attachment }: EffectiveContent,
  isForward: boolean,
  now: number,
): Attachment {
  if (kind !== 'document' || isForward) return attachment;
  return { ...attachment, until: Math.max(now, (state.head as Head).lastAt) + state.documentTtlMs };
}
