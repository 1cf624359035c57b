import { useEffect, useState } from 'preact/hooks';
import type { Message, Room } from '../api-types.js';
import { roomOf } from '../app/app-state.js';
import { notifyError } from '../app/ask.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { useStore } from '../app/use-store.js';
import { attachFiles } from '../composer/attachments.js';
import { Composer } from '../composer/composer.js';
import type { Draft } from '../composer/composer-context.js';
import { TypingLine } from '../composer/typing-line.js';
import { draftIn } from '../composer/use-draft.js';
import { useDrop } from '../composer/use-drop.js';
import { rightsIn } from '../members/rights.js';
import { MessageList } from '../messages/list/message-list.js';
import { readTracking } from '../messages/list/read-tracking.js';
import { MessageMenuHost } from '../messages/menu/message-menu-host.js';
import { PinBar } from '../messages/panels/pin-bar.js';
import { selection } from '../messages/selection/selection.js';
import { SelectionBar } from '../messages/selection/selection-bar.js';
import { loadRequests } from './admin/join-requests.js';
import { loadMembers } from './room-actions.js';
import { RoomHeader } from './room-header.js';
import { RoomPanel } from './room-panel.js';

/** The open room: header, messages, composer and side panel. */
export function RoomView({ slug }: { slug: string }) {
  const text = useText();
  const room = useApp((state) => roomOf(state, slug));
  const isOpen = useApp((state) => slug in state.timelines);
  const hasPanel = useApp((state) => state.panel !== null);
  const [draft, setDraft] = useState<Draft>(() => draftIn(slug));
  useEffect(() => readTracking.follow(slug), [slug]);
  usePeople(room, isOpen);
  const { isOver, zone } = useDrop(room !== null && rightsIn(room).say, (files) => attachFiles(slug, files));
  const isSelecting = useStore(selection).room === slug;
  const reply = (message: Message) => setDraft({ mode: 'reply', message });
  const edit = (message: Message) => setDraft({ mode: 'edit', message });
  if (!room) return <main class="pane pane-empty">{text.starting}</main>;
  return (
    <main class={hasPanel ? 'pane pane-split' : 'pane'}>
      <section
        class={`room wallpaper-${room.wallpaper}`}
        data-testid="room"
        data-slug={slug}
        data-open={isOpen}
        {...zone}
      >
        {isOver && (
          <p class="drop-here" data-testid="drop-here">
            {text.dropHere}
          </p>
        )}
        <RoomHeader room={room} />
        <PinBar room={room} />
        <MessageList slug={slug} onReply={reply} onEdit={edit} />
        <TypingLine slug={slug} />
        {isSelecting ? (
          <SelectionBar room={room} />
        ) : (
          <Composer room={room} draft={draft} onEdit={edit} onDone={() => setDraft({ mode: 'new' })} />
        )}
        <MessageMenuHost room={room} onReply={reply} onEdit={edit} />
      </section>
      <RoomPanel room={room} />
    </main>
  );
}

const FEW = 200;

/** A small room loads its member list at once, because the list contains mutes. Admins also load the join requests. */
function usePeople(room: Room | null, isOpen: boolean): void {
  const slug = room?.slug ?? '';
  const isSmall = (room?.member_count ?? FEW + 1) <= FEW;
  const isDoorkeeper = room?.join_approval === true && room.my_role !== undefined && room.my_role !== 'member';
  const hasMembers = useApp((state) => slug in state.members);
  const hasRequests = useApp((state) => slug in state.requests);
  useEffect(() => {
    if (isOpen && isSmall && !hasMembers) loadMembers(slug).catch(notifyError);
  }, [slug, isOpen, isSmall, hasMembers]);
  useEffect(() => {
    if (isOpen && isDoorkeeper && !hasRequests) loadRequests(slug).catch(notifyError);
  }, [slug, isOpen, isDoorkeeper, hasRequests]);
}
