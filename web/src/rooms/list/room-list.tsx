import { openPage } from '#page/app/page.js';
import { discoverHome, hashOfRoute } from '#page/app/route.js';
import { useText } from '#page/app/text/text.js';
import { useApp } from '#page/app/use-app.js';
import { useStore } from '#page/app/use-store.js';
import { useWritingText } from '#page/composer/writing-text.js';
import { Avatar } from '#page/members/avatar.js';
import { useSearchText } from '#page/search/search-text.js';
import { Icon } from '#page/ui/icon.js';
import { lazy } from '#page/ui/lazy.js';
import { Logo } from '#page/ui/logo.js';
import { FolderMenuHost } from '../folders/folder-menu.js';
import { openRoomDialog, type RoomDialog, roomDialog } from '../room-dialogs.js';
import { RoomLines } from './room-lines.js';
import { RoomMenuHost } from './room-menu.js';

export const loadRoomDialogs = () => import('../room-dialog-views.js').then(({ RoomDialogView: View }) => View);

const RoomDialogView = lazy<{ dialog: RoomDialog }>(loadRoomDialogs, (inner) => (
  <div class="loading-part">{inner}</div>
));

export function RoomList() {
  const { dialog } = useStore(roomDialog);
  return (
    <aside class="side" data-testid="side">
      <SideHead onCreate={() => openRoomDialog('create')} onOpen={() => openRoomDialog('open')} />
      <DiscoverWay />
      <RoomLines />
      <SideFoot />
      <RoomMenuHost />
      <FolderMenuHost />
      {dialog && <RoomDialogView dialog={dialog} />}
    </aside>
  );
}

function SideHead({ onCreate, onOpen }: { onCreate: () => void; onOpen: () => void }) {
  const text = useText();
  return (
    <header class="side-head">
      <Logo size={32} />
      <h1>Meydan</h1>
      <button
        type="button"
        class="icon-button"
        title={text.contacts}
        data-testid="contacts"
        onClick={() => openPage({ type: 'contacts' })}
      >
        <Icon name="people" />
      </button>
      <button type="button" class="icon-button" title={text.findRoom} data-testid="room-open" onClick={onOpen}>
        <Icon name="search" />
      </button>
      <button type="button" class="icon-button" title={text.newRoom} data-testid="room-create" onClick={onCreate}>
        <Icon name="plus" />
      </button>
    </header>
  );
}

/** The links to Discover and to the directory, above the rooms. */
function DiscoverWay() {
  const text = useText();
  const own = useSearchText();
  const mentions = useApp((state) => state.rooms.reduce((sum, room) => sum + (room.unread_mentions ?? 0), 0));
  const isInRooms = useApp((state) => state.discover?.view === 'rooms');
  const isThere = useApp((state) => state.discover !== null) && !isInRooms;
  return (
    <nav class="side-ways" aria-label={text.discover}>
      <a
        class="side-way"
        href={hashOfRoute(discoverHome)}
        aria-current={isThere ? 'page' : undefined}
        data-testid="discover"
      >
        <Icon name="compass" />
        {text.discover}
      </a>
      <a
        class="side-way"
        href={hashOfRoute({ view: 'rooms', words: '' })}
        aria-current={isInRooms ? 'page' : undefined}
        data-testid="directory-way"
      >
        <Icon name="door" />
        {own.browse}
      </a>
      <button type="button" class="side-way" data-testid="search-way" onClick={() => openPage({ type: 'search' })}>
        <Icon name="search" />
        {own.search}
      </button>
      <button type="button" class="side-way" data-testid="mentions-way" onClick={() => openPage({ type: 'mentions' })}>
        <Icon name="inbox" />
        {own.inbox}
        {mentions > 0 && <b class="badge badge-mention">{mentions}</b>}
      </button>
    </nav>
  );
}

function SideFoot() {
  const text = useText();
  const words = useWritingText();
  const username = useApp((state) => state.account?.username ?? '');
  const avatar = useApp((state) => state.account?.avatar);
  const connection = useApp((state) => state.connection);
  return (
    <footer class="side-foot">
      <button
        type="button"
        class="me-button"
        title={text.profile}
        data-testid="me"
        onClick={() => openPage({ type: 'me', part: 'profile' })}
      >
        <span class={`me me-${connection}`}>
          <Avatar name={username} photo={avatar} size={32} />
        </span>
        <strong data-testid="my-username">{username}</strong>
      </button>
      <button
        type="button"
        class="icon-button"
        title={words.notifications}
        data-testid="notify-open"
        onClick={() => openPage({ type: 'notifications' })}
      >
        <Icon name="bell" />
      </button>
      <button
        type="button"
        class="icon-button"
        title={words.preferences}
        data-testid="preferences-open"
        onClick={() => openPage({ type: 'preferences' })}
      >
        <Icon name="gear" />
      </button>
    </footer>
  );
}
