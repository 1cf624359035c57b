import { Icon } from '#page/ui/icon.js';
import { PersonLink } from '../actions/links.js';
import type { Message } from '../api-types.js';
import { moment } from '../text/text.js';
import { MessageParts } from './message-parts.js';
import { useRoomText } from './rooms-text.js';

interface MessageLineProps {
  message: Message;
  isReported?: boolean;
  /** Absent for a role that may not delete it. */
  onDelete?: (() => void) | undefined;
}

const nameOf = (username: string | null | undefined): string => (username ? `@${username}` : '–');

/** One message as an operator reads it: who, when, what. */
export function MessageLine({ message, isReported = false, onDelete }: MessageLineProps) {
  const text = useRoomText();
  const { sender, event, inserted_at, deleted_at } = message;
  if (event) {
    return (
      <li class="said said-event">
        {text.events[event.type]?.(nameOf(event.username), nameOf(event.actor)) ?? event.type}
        <span class="row-note"> · {moment(inserted_at)}</span>
      </li>
    );
  }
  return (
    <li class="said" data-testid="said" data-message={message.id} data-reported={isReported ? '' : undefined}>
      <div class="said-head">
        <strong>
          <PersonLink id={sender?.account_id ?? null} name={sender?.username} />
        </strong>
        <span class="row-note">{moment(inserted_at)}</span>
        <Marks message={message} isReported={isReported} />
        {onDelete && deleted_at === null && (
          <button
            type="button"
            class="icon-button said-delete"
            title={text.deleteMessage}
            data-testid="message-delete"
            onClick={onDelete}
          >
            <Icon name="trash" size={18} />
            <span class="unseen">
              {text.deleteMessage}: {sender?.username} {message.body.slice(0, 40)}
            </span>
          </button>
        )}
      </div>
      <MessageParts message={message} />
    </li>
  );
}

function Marks({ message, isReported }: { message: Message; isReported: boolean }) {
  const text = useRoomText();
  const { edited_at, deleted_at, expired, pinned, audience } = message;
  const marks = [
    deleted_at !== null && text.deleted,
    expired && text.expired,
    edited_at !== null && deleted_at === null && text.edited,
    pinned && text.pinned,
    audience === 'admins' && text.forAdmins,
  ].filter((mark) => mark !== false);
  return (
    <>
      {isReported && <span class="chip chip-rejected">{text.reported}</span>}
      {marks.map((mark) => (
        <span key={mark} class="chip">
          {mark}
        </span>
      ))}
    </>
  );
}
