import type { Room } from '../api-types.js';
import { rightsIn } from '../state/rights.js';
import { useText } from '../text/text.js';
import { PhotoSet } from './photo-set.js';
import { info, SidePanel } from './side-panel.js';

/** Admins choose what a room looks like in the lists of its members; the others look. */
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
