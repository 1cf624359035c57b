import { useEffect, useState } from 'preact/hooks';
import { useSettingsText } from '../account/settings-text.js';
import type { Room } from '../api-types.js';
import { notifyError } from '../app/ask.js';
import { hashOfRoute, type Route, routeOfAddress } from '../app/route.js';
import { useText } from '../app/text/text.js';
import { loadOpenRooms } from '../directory/directory-data.js';
import { Avatar } from '../members/avatar.js';
import { Dialog } from '../ui/dialog.js';
import { DialogButtons } from '../ui/dialog-buttons.js';
import { Field } from '../ui/form-parts.js';

const PAUSE_MS = 300;

/** Finds a room by name, address, link or invite link. */
export function OpenRoomDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const words = useSettingsText();
  const [address, setAddress] = useState('');
  const found = useDirectory(address);
  const target = routeOfAddress(address);
  const open = (route: Route) => {
    location.hash = hashOfRoute(route);
    onClose();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (target) open(target);
  };
  return (
    <Dialog title={text.findRoom} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <Field
          label={text.findRoomHint}
          testId="open-slug"
          max={200}
          value={address}
          placeholder={text.slugPlaceholder}
          onChange={setAddress}
        />
        <div class="panel-list dialog-list">
          {found.map((room) => (
            <button
              type="button"
              key={room.slug}
              class="panel-way"
              data-testid="directory-room"
              onClick={() => open({ view: 'room', slug: room.slug })}
            >
              <Avatar name={room.name} size={34} square />
              <span class="person-name">
                {room.name}
                <small>
                  /{room.slug} · {text.members(room.member_count ?? 0)}
                </small>
              </span>
            </button>
          ))}
        </div>
        <button
          type="button"
          class="link"
          data-testid="to-directory"
          onClick={() => open({ view: 'rooms', words: '' })}
        >
          {words.directory}
        </button>
        <DialogButtons submit={text.open} onClose={onClose} isReady={target !== null} />
      </form>
    </Dialog>
  );
}

/** Searches open rooms by name, debounced. */
function useDirectory(words: string): Room[] {
  const [found, setFound] = useState<Room[]>([]);
  useEffect(() => {
    let isOld = false;
    const wanted = words.trim();
    if (wanted.length < 2 || wanted.includes('/')) return setFound([]);
    const timer = setTimeout(() => {
      loadOpenRooms(wanted, 0)
        .then(({ items }) => !isOld && setFound(items))
        .catch(notifyError);
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [words]);
  return found;
}
