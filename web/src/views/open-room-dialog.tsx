import { useEffect, useState } from 'preact/hooks';
import { goTo } from '../state/room-actions.js';
import { searchDirectory } from '../state/talk-actions.js';
import { useText } from '../text/text.js';
import type { Room } from '../wire.js';
import { Avatar } from './avatar.js';
import { Field, FormButtons } from './create-room-dialog.js';
import { Dialog } from './dialog.js';

const PAUSE_MS = 300;

/** A room is found by its name or its address; a whole link works as well, an invite link too. */
export function OpenRoomDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [address, setAddress] = useState('');
  const found = useDirectory(address);
  const slug = slugIn(address);
  const open = (hash: string) => {
    location.hash = hash;
    onClose();
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const code = codeIn(address);
    if (code) open(`#/i/${code}`);
    else if (slug) open(`#/r/${slug}`);
  };
  const choose = (room: Room) => {
    goTo(room.slug);
    onClose();
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
              onClick={() => choose(room)}
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
        <FormButtons submit={text.open} onClose={onClose} isReady={slug !== null || codeIn(address) !== null} />
      </form>
    </Dialog>
  );
}

/** Open groups by their names, asked for when the typing pauses. */
function useDirectory(words: string): Room[] {
  const [found, setFound] = useState<Room[]>([]);
  useEffect(() => {
    let isOld = false;
    const wanted = words.trim();
    if (wanted.length < 2 || wanted.includes('/')) return setFound([]);
    const timer = setTimeout(() => {
      void searchDirectory(wanted.slice(0, 100)).then((rooms) => {
        if (!isOld) setFound(rooms);
      });
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [words]);
  return found;
}

function slugIn(address: string): string | null {
  const last = address.trim().split('/').at(-1)?.toLowerCase() ?? '';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(last) ? last : null;
}

const codeIn = (address: string): string | null => /\/i\/([\w-]{1,64})\/?$/.exec(address.trim())?.[1] ?? null;
