import { useState } from 'preact/hooks';
import { EmptyState } from '#page/ui/empty-state.js';
import { go } from '#page/ui/workspace/route.js';
import { ActionDialog } from '../actions/action-dialog.js';
import { useActionText } from '../actions/actions-text.js';
import { CopyId } from '../actions/copy-id.js';
import type { Message, ReadRoom } from '../api-types.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { problemOf } from '../state/notice.js';
import { useText } from '../text/text.js';
import { MessageLine } from './message-line.js';
import { useRoomText } from './rooms-text.js';
import { type Look, useRoom } from './use-room.js';

/** A room as an admin of it sees it, with the messages that an operator may delete. */
export function RoomView({ look }: { look: Look }) {
  const page = useText();
  const { read, error, again, older, put } = useRoom(look);
  if (error !== null && read === null) {
    return (
      <EmptyState icon="info" line={problemOf(error)}>
        <button type="button" class="button" data-testid="again" onClick={again}>
          {page.again}
        </button>
      </EmptyState>
    );
  }
  if (read === null) {
    return (
      <p class="note" role="status">
        {page.loading}
      </p>
    );
  }
  return (
    <article class="card room-card" data-testid="room">
      <RoomHead room={read.room} />
      {error !== null && (
        <p class="form-error" role="alert">
          {problemOf(error)}
        </p>
      )}
      <Messages read={read} onOlder={older} onDeleted={put} />
    </article>
  );
}

function RoomHead({ room: { id, slug, name, kind, member_count } }: { room: ReadRoom['room'] }) {
  const text = useRoomText();
  const may = useMay();
  const [isDeleting, setDeleting] = useState(false);
  const title = name || slug;
  return (
    <header class="profile-head">
      <div>
        <h2>{title}</h2>
        <p class="card-topic">
          <span class="chip">{text.kinds[kind]}</span>
          <span class="row-note">
            {slug} · {text.members(member_count)}
          </span>
        </p>
        <CopyId id={id} />
      </div>
      {may('deleteRoomAsOperator') && (
        <button
          type="button"
          class="button button-danger-quiet"
          data-testid="room-delete"
          onClick={() => setDeleting(true)}
        >
          {text.deleteRoom}
        </button>
      )}
      {isDeleting && (
        <ActionDialog
          title={text.deleteRoom}
          lead={text.deleteRoomLead(title)}
          submit={text.deleteRoom}
          done={text.roomDeleted}
          word={slug}
          run={(reason) =>
            service('DELETE /api/console/rooms/{id}', { path: { id }, query: { reason } }).then(() => go('rooms'))
          }
          onClose={() => setDeleting(false)}
        />
      )}
    </header>
  );
}

interface MessagesProps {
  read: ReadRoom;
  onOlder: () => void;
  onDeleted: (message: Message) => void;
}

function Messages({ read: { room, messages, has_more }, onOlder, onDeleted }: MessagesProps) {
  const text = useRoomText();
  const may = useMay();
  const [chosen, setChosen] = useState<Message | null>(null);
  const mayDelete = may('deleteMessageAsOperator');
  return (
    <>
      {has_more && (
        <button type="button" class="button button-quiet" data-testid="older" onClick={onOlder}>
          {text.older}
        </button>
      )}
      {messages.length === 0 && <p class="note">{text.noMessages}</p>}
      <ol class="conversation" data-testid="messages">
        {messages.map((message) => (
          <MessageLine key={message.id} message={message} onDelete={mayDelete ? () => setChosen(message) : undefined} />
        ))}
      </ol>
      {chosen && (
        <DeleteMessage room={room.id} message={chosen} onDeleted={onDeleted} onClose={() => setChosen(null)} />
      )}
    </>
  );
}

interface DeleteMessageProps {
  room: string;
  message: Message;
  onDeleted: (message: Message) => void;
  onClose: () => void;
}

export function DeleteMessage({ room, message, onDeleted, onClose }: DeleteMessageProps) {
  const text = useRoomText();
  const { deletedAccount } = useActionText();
  const remove = async (reason: string) => {
    const path = { id: room, message_id: message.id };
    const answer = await service('DELETE /api/console/rooms/{id}/messages/{message_id}', { path, query: { reason } });
    onDeleted(answer.message);
  };
  return (
    <ActionDialog
      title={text.deleteMessage}
      lead={text.deleteMessageLead(message.sender ? `@${message.sender.username}` : deletedAccount)}
      submit={text.deleteMessage}
      done={text.messageDeleted}
      run={remove}
      onClose={onClose}
    >
      {message.body && <blockquote class="card-note">{message.body}</blockquote>}
    </ActionDialog>
  );
}
