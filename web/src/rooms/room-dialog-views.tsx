import { CreateRoomDialog } from './create-room-dialog.js';
import { FolderDialog } from './folders/folder-dialog.js';
import { OpenRoomDialog } from './open-room-dialog.js';
import { openRoomDialog, type RoomDialog } from './room-dialogs.js';

export function RoomDialogView({ dialog }: { dialog: RoomDialog }) {
  const close = () => openRoomDialog(null);
  if (typeof dialog === 'object') return <FolderDialog folder={dialog.folder} onClose={close} />;
  return dialog === 'create' ? <CreateRoomDialog onClose={close} /> : <OpenRoomDialog onClose={close} />;
}
