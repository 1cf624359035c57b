import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Message, Room } from '#page/api-types.js';
import { SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { useApp } from '#page/app/use-app.js';
import { type Rights, rightsIn } from '#page/members/rights.js';
import { LoadedPart } from '#page/ui/loaded-part.js';
import { useLoaded } from '#page/ui/use-loaded.js';
import { deleteMessage } from '../message-actions.js';
import { PendingRow } from '../pending-row.js';
import { PlainRow } from '../plain-row.js';
import { loadReplies, setDiscussionOpen } from './discussion-actions.js';
import { repliesTo } from './replies.js';
import { ReplyForm } from './reply-form.js';

const none: Message[] = [];

/** The discussion of a message. */
export function DiscussionPanel({ room, opened }: { room: Room; opened: Message }) {
  const text = useText();
  const rights = rightsIn(room);
  const me = useApp((state) => state.account?.id ?? '');
  const { root, replies, loaded } = useReplies(room.slug, opened);
  const pending = useApp((state) => state.outbox).filter((item) => item.extra.discussion_of === root.id);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [replies.length, pending.length]);
  const isMine = root.sender?.account_id === me;
  const isOpen = root.discussion?.open ?? true;
  return (
    <SidePanel
      title={text.discussion}
      testId="panel-discussion"
      foot={<Foot room={room} root={root} rights={rights} isOpen={isOpen} />}
    >
      <PlainRow message={root} testId="discussion-root" />
      {(isMine || rights.isAdmin) && rights.closeDiscussion && root.deleted_at === null && (
        <button
          type="button"
          class="link panel-action"
          data-testid={isOpen ? 'discussion-close' : 'discussion-reopen'}
          onClick={() => setDiscussionOpen(root, !isOpen)}
        >
          {isOpen ? text.closeDiscussion : text.reopenDiscussion}
        </button>
      )}
      <LoadedPart loaded={loaded}>{() => null}</LoadedPart>
      <div class="replies" role="log">
        {replies.map((message) => (
          <PlainRow key={message.id} message={message} testId="reply">
            {(message.sender?.account_id === me || rights.removeMessages) && message.deleted_at === null && (
              <button type="button" class="link" onClick={() => deleteMessage(message)}>
                {text.delete}
              </button>
            )}
          </PlainRow>
        ))}
        {pending.map((item) => (
          <PendingRow key={item.clientId} item={item} />
        ))}
        <div ref={end} />
      </div>
    </SidePanel>
  );
}

/** The loaded replies together with those that have arrived since; without the loaded ones the others are shown. */
function useReplies(slug: string, opened: Message) {
  const rows = useApp((state) => state.timelines[slug]?.messages ?? none);
  const loaded = useLoaded(`replies ${opened.id}`, () => loadReplies(slug, opened.id));
  const { root: read = opened, messages = none } = loaded.value ?? {};
  const live = rows.find((row) => row.id === opened.id);
  const root = live && live.rev >= read.rev ? live : read;
  return { root, loaded, replies: useMemo(() => repliesTo(opened.id, messages, rows), [opened.id, messages, rows]) };
}

interface FootProps {
  room: Room;
  root: Message;
  rights: Rights;
  isOpen: boolean;
}

function Foot({ room, root, rights, isOpen }: FootProps) {
  const text = useText();
  const mayReply = root.discussion ? rights.discuss : rights.openDiscussion;
  if (!isOpen) return <p class="panel-note">{text.discussionClosed}</p>;
  if (!mayReply || root.deleted_at !== null) return <p class="panel-note">{text.noDiscussing}</p>;
  return <ReplyForm room={room} rootId={root.id} />;
}
