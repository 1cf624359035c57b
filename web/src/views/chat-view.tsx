import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import { Banner } from './banner.js';
import { DirectoryLink } from './directory-link.js';
import { DiscoverPane } from './discover-pane.js';
import { Mark } from './mark.js';
import { Pages } from './pages.js';
import { RoomList } from './room-list.js';
import { RoomPreview } from './room-preview.js';
import { RoomView } from './room-view.js';
import { Viewer } from './viewer.js';

/** Two panes; on a narrow screen the one that matters now. */
export function ChatView() {
  const current = useApp((state) => state.current);
  const preview = useApp((state) => state.preview);
  const discover = useApp((state) => state.discover);
  return (
    <div class={current || preview || discover ? 'chat chat-in-room' : 'chat'}>
      <Banner />
      <RoomList />
      <MainPane />
      <Pages />
      <Viewer />
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
  return (
    <main class="pane pane-empty" data-testid="no-room">
      <Mark size={72} />
      <h2>{text.noRoomChosen}</h2>
      <p>{text.noRoomChosenHint}</p>
      <DirectoryLink />
    </main>
  );
}
