import { useEffect, useState } from 'preact/hooks';
import type { Message, Room, WireError } from '#page/api-types.js';
import { wireOf } from '#page/app/api.js';
import { myId } from '#page/app/app-state.js';
import { openPanel } from '#page/app/panel.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { momentName } from '#page/app/text/time.js';
import { LoadFault, Loading } from '#page/ui/loaded-part.js';
import { useRetryOnline } from '#page/ui/use-loaded.js';
import { PlainRow } from '../plain-row.js';
import { byLastReply, loadDiscussions } from './discussion-list.js';
import { useDiscussionsText } from './discussions-text.js';

/** The discussions of a room, the one with the latest reply first. They are looked for in the newest messages first. */
export function DiscussionsPanel({ room }: { room: Room }) {
  const text = useText();
  const own = useDiscussionsText();
  const { roots, from, error, look } = useDiscussions(room.slug);
  const [isMine, setMine] = useState(false);
  const shown = isMine ? roots.filter(({ sender }) => sender?.account_id === myId()) : roots;
  return (
    <SidePanel title={own.title} testId="panel-discussions" back={info}>
      <div class="chips">
        <Chip label={own.all} isOn={!isMine} testId="discussions-all" onClick={() => setMine(false)} />
        <Chip label={own.mine} isOn={isMine} testId="discussions-mine" onClick={() => setMine(true)} />
      </div>
      {from !== undefined && shown.length === 0 && <p class="panel-note">{own.none}</p>}
      {shown.map((root) => (
        <PlainRow
          key={root.id}
          message={root}
          testId="discussion-item"
          onOpen={() => openPanel({ type: 'discussion', message: root })}
        >
          <p class="form-hint">
            {text.replies(root.discussion?.count ?? 0)}
            {root.discussion?.last_at && ` · ${momentName(root.discussion.last_at, text)}`}
          </p>
        </PlainRow>
      ))}
      {error && <LoadFault error={error} again={look} />}
      {from === undefined && !error && <Loading />}
      {typeof from === 'number' && !error && (
        <button type="button" class="button button-quiet" data-testid="discussions-older" onClick={look}>
          {own.older}
        </button>
      )}
    </SidePanel>
  );
}

function useDiscussions(slug: string) {
  const [roots, setRoots] = useState<Message[]>([]);
  /** Where the next look goes on: undefined before the first one, null at the beginning of the room. */
  const [from, setFrom] = useState<number | null | undefined>(undefined);
  const [error, setError] = useState<WireError | null>(null);
  const look = () => {
    setError(null);
    loadDiscussions(slug, from ?? undefined)
      .then((page) => {
        setRoots((held) => byLastReply([...held, ...page.roots]));
        setFrom(page.next);
      })
      .catch((failed: unknown) => setError(wireOf(failed)));
  };
  useEffect(look, [slug]);
  useRetryOnline(error, look);
  return { roots, from, error, look };
}

interface ChipProps {
  label: string;
  isOn: boolean;
  testId: string;
  onClick: () => void;
}

function Chip({ label, isOn, testId, onClick }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} data-testid={testId} onClick={onClick}>
      {label}
    </button>
  );
}
