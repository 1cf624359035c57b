import { useRef } from 'preact/hooks';
import type { Room } from '#page/api-types.js';
import { useText } from '#page/app/text/text.js';
import { useApp } from '#page/app/use-app.js';
import { EmojiButton } from '#page/composer/emoji/emoji-button.js';
import { BodyCount } from '#page/composer/length/body-count.js';
import { bodyRoomOf } from '#page/composer/length/body-limit.js';
import { MessageField } from '#page/composer/message-field.js';
import { discussionPlace } from '#page/composer/outbox/draft-store.js';
import { keepDraft } from '#page/composer/outbox/drafts.js';
import { sendMessage } from '#page/composer/outbox/outbox-actions.js';
import { Icon } from '#page/ui/icon.js';

/** The composer of a discussion, with its own draft. */
export function ReplyForm({ room, rootId }: { room: Room; rootId: string }) {
  const text = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const place = discussionPlace(room.slug, rootId);
  const body = useApp((state) => state.drafts[place]?.body ?? '');
  const write = (next: string) => keepDraft(place, next, null);
  const isReady = body.trim() !== '' && !bodyRoomOf(body).isOver;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isReady) return;
    sendMessage(room.slug, body.trim(), { discussion_of: rootId });
    write('');
  };
  return (
    <form class="reply-form" onSubmit={submit}>
      <BodyCount body={body} />
      <MessageField
        room={room}
        field={field}
        body={body}
        testId="reply-composer"
        label={text.writeReply}
        placeholder={text.writeReply}
        onBody={write}
        onSend={submit}
      />
      <EmojiButton field={field} body={body} onBody={write} />
      <button type="submit" class="composer-send" title={text.send} data-testid="reply-send" disabled={!isReady}>
        <Icon name="send" size={22} />
      </button>
    </form>
  );
}
