import type { Room } from '../api-types.js';
import { bytesName } from '../app/text/bytes.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { Icon } from '../ui/icon.js';
import { removeAttachment, setViewOnce } from './attachments.js';
import type { ChosenFile } from './chosen-file.js';

const none: ChosenFile[] = [];

export const useAttachmentTray = (slug: string): ChosenFile[] => useApp((state) => state.attachments[slug] ?? none);

/** The attachments of the next message, each with a preview or an error. */
export function AttachmentTray({ room }: { room: Room }) {
  const text = useText();
  const tray = useAttachmentTray(room.slug);
  if (tray.length === 0) return null;
  return (
    <ul class="tray" data-testid="tray">
      {tray.map((item) => (
        <li key={item.id} class={item.error ? 'tray-item tray-refused' : 'tray-item'} data-testid="tray-item">
          <Thumb item={item} />
          <span class="tray-words">
            <strong>{item.name}</strong>
            {item.error ? (
              <small role="alert" data-testid="tray-error">
                {sentenceOf(text, item.error)}
              </small>
            ) : (
              <small>{item.file ? bytesName(item.file.body.size) : text.looking}</small>
            )}
            {room.kind === 'dm' && mayBeOnce(item) && <Once room={room} item={item} />}
          </span>
          <button
            type="button"
            class="icon-button"
            title={text.takeOut}
            data-testid="tray-remove"
            onClick={() => removeAttachment(room.slug, item.id)}
          >
            <Icon name="close" size={18} />
          </button>
        </li>
      ))}
    </ul>
  );
}

const mayBeOnce = ({ file }: ChosenFile): boolean => file?.kind === 'photo' || file?.kind === 'video';

function Once({ room, item }: { room: Room; item: ChosenFile }) {
  const text = useText();
  return (
    <label class="check tray-once">
      <input
        type="checkbox"
        class="switch"
        data-testid="tray-once"
        checked={item.isOnce}
        onChange={(event) => setViewOnce(room.slug, item.id, event.currentTarget.checked)}
      />
      {text.onceSwitch}
    </label>
  );
}

function Thumb({ item: { preview } }: { item: ChosenFile }) {
  if (preview) return <img class="tray-thumb" src={preview} alt="" />;
  return (
    <span class="tray-thumb">
      <Icon name="file" />
    </span>
  );
}
