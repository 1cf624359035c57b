import { useRef } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { discussionPlace } from '../state/draft-store.js';
import { keepDraft } from '../state/drafts.js';
import { sendMessage } from '../state/outbox-actions.js';
import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import { EmojiButton } from './emoji-button.js';
import { Icon } from './icon.js';
import { WritingField } from './writing-field.js';

/** Where one writes below a message: with a draft of its own. */
export function ReplyForm({ room, rootId }: { room: Room; rootId: string }) {
  const text = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const place = discussionPlace(room.slug, rootId);
  const body = useApp((state) => state.drafts[place]?.body ?? '');
  const write = (next: string) => keepDraft(place, next, null);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!body.trim()) return;
    sendMessage(room.slug, body.trim(), { discussion_of: rootId });
    write('');
  };
  return (
    <form class="reply-form" onSubmit={submit}>
      <WritingField
        {...{ room, field, body }}
        testId="reply-composer"
        label={text.writeReply}
        placeholder={text.writeReply}
        onBody={write}
        onSend={submit}
      />
      <EmojiButton field={field} body={body} onBody={write} />
      <button type="submit" class="composer-send" title={text.send} data-testid="reply-send" disabled={!body.trim()}>
        <Icon name="send" size={22} />
      </button>
    </form>
  );
}
