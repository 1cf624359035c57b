import { useEffect } from 'preact/hooks';
import { DirectoryLink } from '#page/directory/directory-link.js';
import { DiscoverPane } from '#page/discover/discover-pane.js';
import { Viewer } from '#page/media/viewer.js';
import { RoomList } from '#page/rooms/list/room-list.js';
import { RoomPreview } from '#page/rooms/room-preview.js';
import { RoomView } from '#page/rooms/room-view.js';
import { ConfirmHost } from '#page/ui/confirm.js';
import { Logo } from '#page/ui/logo.js';
import { useText } from '../text/text.js';
import { useApp } from '../use-app.js';
import { Banner } from './banner.js';
import { FirstSteps } from './first-steps.js';
import { Pages } from './pages.js';
import { preloadParts } from './preload-parts.js';

/** Two panes; on a narrow screen, one of them. */
export function ChatView() {
  const current = useApp((state) => state.current);
  const preview = useApp((state) => state.preview);
  const discover = useApp((state) => state.discover);
  useEffect(preloadParts, []);
  return (
    <div class={current || preview || discover ? 'chat chat-in-room' : 'chat'}>
      <Banner />
      <RoomList />
      <MainPane />
      <Pages />
      <Viewer />
      <ConfirmHost />
    </div>
  );
}

function MainPane() {
  const current = useApp((state) => state.current);
  const preview = useApp((state) => state.preview);
  const discover = useApp((state) => state.discover);
  if (discover) return <DiscoverPane route={discover} />;
  if (preview) return <RoomPreview room={preview} />;
  return current ? <RoomView key={current} slug={current} /> : <NoRoom />;
}

function NoRoom() {
  const text = useText();
  const isLoaded = useApp((state) => state.roomsLoaded);
  const isNew = useApp((state) => state.rooms.length === 0);
  return (
    <main class="pane pane-empty" data-testid="no-room">
      <Logo size={72} />
      {isLoaded && isNew && <FirstSteps />}
      {isLoaded && !isNew && (
        <>
          <h2>{text.noRoomChosen}</h2>
          <p>{text.noRoomChosenHint}</p>
          <DirectoryLink />
        </>
      )}
    </main>
  );
}
