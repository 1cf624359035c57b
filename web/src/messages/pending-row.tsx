import { focusPart } from '../app/focus-part.js';
import { bytesName } from '../app/text/bytes.js';
import type { Texts } from '../app/text/en.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { clockTime } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import type { Pending } from '../composer/outbox/outbox.js';
import { withdraw } from '../composer/outbox/queued-messages.js';
import { cancel, isHeld, previewOf, retry } from '../media/file-actions.js';
import { shapeOf } from '../media/media-card.js';
import { documentName } from '../media/voice/document-name.js';
import { Icon } from '../ui/icon.js';
import { MessageText } from './markdown/message-text.js';

function labelOf({ extra, upload }: Pending, text: Texts): string {
  if (upload) return upload.kind === 'document' ? documentName(upload.name, text) : '';
  if (extra.article) return extra.article.title;
  if (extra.forward_of) return text.forward;
  if (extra.attachment?.type === 'document') return documentName(extra.attachment.name, text);
  if (extra.attachment?.type === 'survey') return extra.attachment.question;
  if (extra.attachment?.type === 'contact') return extra.attachment.username;
  return extra.attachment?.type === 'location' ? text.place : '';
}

/** A message that is not acknowledged yet. A refused one has buttons to retry or discard it. */
export function PendingRow({ item }: { item: Pending }) {
  const text = useText();
  const state = item.error ? 'failed' : 'sending';
  return (
    <div
      class={`row row-mine row-first row-last row-${state}`}
      data-testid="message"
      data-state={state}
      data-client-id={item.clientId}
    >
      <div class="row-column">
        <div class="bubble">
          <PendingFile item={item} />
          <MessageText body={item.body || labelOf(item, text)} />
          <span class="stamp">
            <time>{item.error ? clockTime(item.at) : text.sending}</time>
          </span>
        </div>
        {item.error && (
          <p class="row-problem" role="alert">
            {text.notSent} {sentenceOf(text, item.error)}
            {!item.upload && item.body !== '' && (
              <button type="button" class="link" data-testid="take-back" onClick={() => takeBack(item)}>
                {text.edit}
              </button>
            )}
            {mayRetry(item) && (
              <button type="button" class="link" data-testid="retry" onClick={() => retry(item)}>
                {text.again}
              </button>
            )}
            <button type="button" class="link" data-testid="discard" onClick={() => cancel(item)}>
              {text.discard}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

/** Sent again as it is, the message would be refused again. */
const isFinal = new Set(['message_too_long', 'validation_failed', 'invalid_request', 'invalid_attachment']);

const mayRetry = ({ clientId, upload, error }: Pending): boolean =>
  !isFinal.has(error?.code ?? '') && (!upload || isHeld(clientId));

/** The text returns to the field. */
function takeBack(item: Pending): void {
  withdraw(item);
  focusPart('composer');
}

/** The upload of a pending message: preview, progress and a cancel button. */
function PendingFile({ item }: { item: Pending }) {
  const { clientId, upload, extra, error } = item;
  const text = useText();
  const part = useApp((state) => state.uploads[clientId] ?? 0);
  const preview = extra.view_once ? null : previewOf(clientId);
  if (!upload && !preview) return null;
  const shape = upload && upload.width > 0 ? shapeOf(upload) : {};
  return (
    <span class={preview ? 'media media-pending' : 'card card-line'} style={preview ? shape : {}}>
      {preview ? (
        <img class="picture" src={preview} alt="" />
      ) : (
        <span class="card-icon">
          <Icon name={upload?.kind === 'document' ? 'file' : 'photo'} />
        </span>
      )}
      {upload && !error && (
        <>
          <progress max={1} value={part} aria-label={text.uploading(part)} data-testid="upload-progress" />
          <small>{bytesName(upload.bytes)}</small>
          <button
            type="button"
            class="upload-cancel"
            title={text.cancel}
            data-testid="upload-cancel"
            onClick={() => cancel(item)}
          >
            <Icon name="close" size={18} />
          </button>
        </>
      )}
    </span>
  );
}
