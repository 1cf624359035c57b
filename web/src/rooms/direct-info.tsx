import type { Room } from '../api-types.js';
import { openPage } from '../app/page.js';
import { SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { Avatar } from '../members/avatar.js';
import { usernameOf } from '../members/username.js';
import { confirmed } from '../ui/confirm.js';
import { Icon } from '../ui/icon.js';
import { chooseWallpaper, deleteRoom } from './admin/admin-actions.js';
import { WallpaperPicker } from './admin/wallpaper-picker.js';
import { leaveRoom } from './room-actions.js';
import { Flags, Way } from './room-info.js';
import { roomName } from './room-name.js';

/** The panel of a direct chat: the other person, flags, wallpaper, delete and leave. */
export function DirectInfo({ room }: { room: Room }) {
  const text = useText();
  const { peer } = room;
  return (
    <SidePanel title={text.roomInfo} testId="panel-info">
      <div class="info-head">
        <Avatar name={roomName(room, text)} photo={peer?.avatar} size={120} />
        <h3>{roomName(room, text)}</h3>
        {peer && (
          <button
            type="button"
            class="button button-quiet"
            data-testid="peer-card"
            onClick={() => openPage({ type: 'person', username: usernameOf(peer) })}
          >
            {text.profile}
          </button>
        )}
      </div>
      <WallpaperPicker
        wallpaper={room.wallpaper}
        onChange={(wallpaper) => void chooseWallpaper(room.slug, wallpaper)}
      />
      <nav class="panel-list">
        <Way to="gallery" icon="photo" label={text.gallery} />
        <Way to="pins" icon="pin" label={text.pins} count={room.pins.length} />
      </nav>
      <Flags room={room} />
      <Ends room={room} />
    </SidePanel>
  );
}

function Ends({ room }: { room: Room }) {
  const text = useText();
  const remove = async () => {
    if (await confirmed(text.deleteChatQuestion, text.deleteChat)) await deleteRoom(room.slug);
  };
  const leave = async () => {
    if (await confirmed(text.leaveQuestion(roomName(room, text)), text.leaveChat)) await leaveRoom(room.slug);
  };
  return (
    <section class="panel-list panel-ends">
      <button type="button" class="panel-way danger" data-testid="room-leave" onClick={() => void leave()}>
        <Icon name="leave" />
        <span>{text.leaveChat}</span>
      </button>
      <button type="button" class="panel-way danger" data-testid="room-delete" onClick={() => void remove()}>
        <Icon name="trash" />
        <span>{text.deleteChat}</span>
      </button>
    </section>
  );
}
