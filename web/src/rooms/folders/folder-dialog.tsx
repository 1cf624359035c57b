import { useState } from 'preact/hooks';
import type { Room } from '#page/api-types.js';
import { useText } from '#page/app/text/text.js';
import { useApp } from '#page/app/use-app.js';
import { useStore } from '#page/app/use-store.js';
import { Avatar } from '#page/members/avatar.js';
import { confirmed } from '#page/ui/confirm.js';
import { Dialog } from '#page/ui/dialog.js';
import { DialogButtons } from '#page/ui/dialog-buttons.js';
import { Field } from '#page/ui/form-parts.js';
import type { Folder } from '../list/room-filter.js';
import { roomName } from '../room-name.js';
import { deleteFolder, FOLDER_NAME_MAX, keepFolder, roomFolders, withRoomIn } from './folder-store.js';
import { useFoldersText } from './folders-text.js';

/** Names a folder and chooses its rooms; a new one comes into being when it is saved. */
export function FolderDialog({ folder, onClose }: { folder: Folder; onClose: () => void }) {
  const text = useText();
  const words = useFoldersText();
  const [edited, setEdited] = useState(folder);
  const isNew = !useStore(roomFolders).folders.some(({ id }) => id === folder.id);
  const submit = (event: Event) => {
    event.preventDefault();
    keepFolder(edited);
    onClose();
  };
  const remove = async () => {
    if (!(await confirmed(words.deleteQuestion(folder.name), words.delete))) return;
    deleteFolder(folder);
    onClose();
  };
  return (
    <Dialog title={isNew ? words.newFolder.replace('…', '') : words.editFolder(folder.name)} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <Field
          label={words.name}
          testId="folder-name"
          max={FOLDER_NAME_MAX}
          value={edited.name}
          onChange={(name) => setEdited({ ...edited, name })}
        />
        <FolderRooms folder={edited} onChange={setEdited} />
        <p class="form-hint">{words.hint}</p>
        {!isNew && (
          <button type="button" class="button button-quiet" data-testid="folder-delete" onClick={() => void remove()}>
            {words.delete}
          </button>
        )}
        <DialogButtons
          submit={isNew ? text.create : text.saveChanges}
          testId="folder-save"
          isReady={edited.name.trim() !== ''}
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}

function FolderRooms({ folder, onChange }: { folder: Folder; onChange: (folder: Folder) => void }) {
  const text = useText();
  const words = useFoldersText();
  const rooms = useApp((state) => state.rooms);
  const [wanted, setWanted] = useState('');
  const isLike = (room: Room) => roomName(room, text).toLowerCase().includes(wanted.trim().toLowerCase());
  return (
    <fieldset class="folder-rooms">
      <legend>{words.roomsIn}</legend>
      <input
        class="input"
        type="search"
        data-testid="folder-find"
        aria-label={words.find}
        placeholder={words.find}
        value={wanted}
        onInput={(event) => setWanted(event.currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is scrolled by the keyboard too. */}
      <section class="folder-list" aria-label={words.roomsIn} tabIndex={0}>
        {rooms.filter(isLike).map((room) => (
          <label key={room.id} class="check folder-room">
            <input
              type="checkbox"
              data-testid="folder-room"
              data-slug={room.slug}
              checked={folder.rooms.includes(room.id)}
              onChange={() => onChange(withRoomIn(folder, room.id))}
            />
            <Avatar
              name={roomName(room, text)}
              photo={room.peer?.avatar ?? room.avatar}
              size={28}
              square={room.kind === 'group'}
            />
            <span>{roomName(room, text)}</span>
          </label>
        ))}
      </section>
    </fieldset>
  );
}
