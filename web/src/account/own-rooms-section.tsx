import type { OwnRoom } from '../api-types.js';
import { goTo } from '../app/navigate.js';
import { closePage } from '../app/page.js';
import { Avatar } from '../members/avatar.js';
import { loadOwnRooms } from '../members/people-actions.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { useSettingsText } from './settings-text.js';

/** The rooms that the person founded or administers. */
export function OwnRoomsSection() {
  const text = useSettingsText();
  const loaded = useLoaded('own rooms', loadOwnRooms);
  return (
    <section class="form" data-testid="own-rooms">
      <LoadedPart loaded={loaded}>
        {({ founded, administered }) => (
          <>
            <Rooms title={text.founded} rooms={founded} />
            <Rooms title={text.administered} rooms={administered} />
          </>
        )}
      </LoadedPart>
    </section>
  );
}

function Rooms({ title, rooms }: { title: string; rooms: OwnRoom[] }) {
  const text = useSettingsText();
  const go = (slug: string) => {
    closePage();
    goTo(slug);
  };
  return (
    <div class="panel-list">
      <h3 class="panel-section">{title}</h3>
      {rooms.length === 0 && <p class="form-hint">{text.noOwnRooms}</p>}
      {rooms.map((room) => (
        <button
          key={room.slug}
          type="button"
          class="panel-way"
          data-testid="own-room"
          data-slug={room.slug}
          onClick={() => go(room.slug)}
        >
          <Avatar name={room.name} photo={room.avatar} size={32} square />
          <span>
            {room.name} <small>/{room.slug}</small>
          </span>
        </button>
      ))}
    </div>
  );
}
