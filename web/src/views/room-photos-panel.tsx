import { roomPhotos } from '../state/photo-actions.js';
import { useText } from '../text/text.js';
import type { Room } from '../wire.js';
import { PhotoSet } from './photo-set.js';
import { info, SidePanel } from './side-panel.js';

/** Admins choose what a room looks like in the lists of its members. */
export function RoomPhotosPanel({ room }: { room: Room }) {
  const text = useText();
  return (
    <SidePanel title={text.roomPhotos} testId="panel-photos" back={info}>
      <p class="panel-note">{text.roomPhotosHint}</p>
      <PhotoSet path={roomPhotos(room.slug)} words={{ inUse: text.roomFace, use: text.makeRoomFace }} isSquare />
    </SidePanel>
  );
}
