import type { OwnRoom } from '../api-types.js';
import { closePage } from '../state/page.js';
import { loadOwnRooms } from '../state/people-actions.js';
import { goTo } from '../state/room-actions.js';
import { useLoaded } from '../state/use-loaded.js';
import { useSettingsText } from '../text/settings-text.js';
import { Avatar } from './avatar.js';
import { LoadedPart } from './loaded-part.js';

/** The rooms one answers for. */
export function OwnRoomsPart() {
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
