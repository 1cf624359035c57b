import type { Room } from '#page/api-types.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { PhotoSet } from '#page/media/photo-set.js';
import { rightsIn } from '#page/members/rights.js';

/** Room photos; admins can change them. */
export function RoomPhotosPanel({ room }: { room: Room }) {
  const text = useText();
  const { isAdmin } = rightsIn(room);
  return (
    <SidePanel title={text.roomPhotos} testId="panel-photos" back={info}>
      {isAdmin && <p class="panel-note">{text.roomPhotosHint}</p>}
      <PhotoSet room={room.slug} words={{ inUse: text.roomFace, use: text.makeRoomFace }} isSquare isFixed={!isAdmin} />
    </SidePanel>
  );
}
