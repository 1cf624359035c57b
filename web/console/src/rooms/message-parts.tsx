import type { Message } from '../api-types.js';
import { useRoomText } from './rooms-text.js';

/** The content of a message: its text, its article and its attachment. */
export function MessageParts({ message }: { message: Message }) {
  const text = useRoomText();
  const { body, article, attachment, deleted_at, expired } = message;
  if (deleted_at !== null || expired) return <p class="row-note">{text.gone}</p>;
  return (
    <>
      {body && <p class="said-body">{body}</p>}
      {article && (
        <p class="said-part">
          {text.article}: <strong>{article.title}</strong>
        </p>
      )}
      {attachment && <Attachment attachment={attachment} isViewOnce={message.view_once} />}
    </>
  );
}

interface AttachmentProps {
  attachment: NonNullable<Message['attachment']>;
  isViewOnce: boolean;
}

function Attachment({ attachment, isViewOnce }: AttachmentProps) {
  const text = useRoomText();
  if (isViewOnce) return <p class="said-part">{text.viewOnce}</p>;
  const name = text.parts[attachment.type];
  if (attachment.type === 'survey') return <p class="said-part">{`${name}: ${attachment.question}`}</p>;
  if (attachment.type === 'contact') return <p class="said-part">{`${name}: @${attachment.username}`}</p>;
  if (attachment.type === 'location') {
    const { label, latitude, longitude } = attachment;
    return <p class="said-part">{`${name}: ${label ?? ''} ${latitude}, ${longitude}`}</p>;
  }
  if (attachment.type === 'entry') return <p class="said-part">{`${name} ${attachment.entry_id}`}</p>;
  return <FileLine file={attachment} name={name} />;
}

type StoredFile = Extract<AttachmentProps['attachment'], { content_type: string }>;

/** The picture itself if there is a small one, and a link to the whole file. */
function FileLine({ file, name }: { file: StoredFile; name: string }) {
  const text = useRoomText();
  const shown = file.type === 'document' ? file.name : name;
  const small = file.type === 'document' ? null : file.thumb_url;
  if (!file.url) return <p class="said-part">{`${shown}. ${text.fileGone}`}</p>;
  return (
    <p class="said-part">
      {small && <img class="said-picture" src={small} alt={name} loading="lazy" />}
      <a class="to-other" href={file.url} target="_blank" rel="noreferrer">
        {text.openFile}: {shown}
      </a>
    </p>
  );
}
