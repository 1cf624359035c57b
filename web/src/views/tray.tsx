import type { Room } from '../api-types.js';
import { type Chosen, setOnce, takeOut } from '../state/tray.js';
import { useApp } from '../state/use-app.js';
import { bytesName } from '../text/bytes.js';
import { sentenceOf, useText } from '../text/text.js';
import { Icon } from './icon.js';

const none: Chosen[] = [];

export const useTray = (slug: string): Chosen[] => useApp((state) => state.trays[slug] ?? none);

/** What goes with the next message: each file with its picture, or with the reason why it cannot go. */
export function Tray({ room }: { room: Room }) {
  const text = useText();
  const tray = useTray(room.slug);
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
            onClick={() => takeOut(room.slug, item.id)}
          >
            <Icon name="close" size={18} />
          </button>
        </li>
      ))}
    </ul>
  );
}

const mayBeOnce = ({ file }: Chosen): boolean => file?.kind === 'photo' || file?.kind === 'video';

function Once({ room, item }: { room: Room; item: Chosen }) {
  const text = useText();
  return (
    <label class="check tray-once">
      <input
        type="checkbox"
        class="switch"
        data-testid="tray-once"
        checked={item.isOnce}
        onChange={(event) => setOnce(room.slug, item.id, event.currentTarget.checked)}
      />
      {text.onceSwitch}
    </label>
  );
}

function Thumb({ item: { preview } }: { item: Chosen }) {
  if (preview) return <img class="tray-thumb" src={preview} alt="" />;
  return (
    <span class="tray-thumb">
      <Icon name="file" />
    </span>
  );
}
