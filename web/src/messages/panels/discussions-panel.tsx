import { useEffect, useState } from 'preact/hooks';
import type { Message, Room } from '#page/api-types.js';
import { myId } from '#page/app/app-state.js';
import { openPanel } from '#page/app/panel.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { momentName } from '#page/app/text/time.js';
import { PlainRow } from '../plain-row.js';
import { byLastReply, loadDiscussions } from './discussion-list.js';
import { useDiscussionsText } from './discussions-text.js';

/** The discussions of a room, the one with the latest reply first. They are looked for in the newest messages first. */
export function DiscussionsPanel({ room }: { room: Room }) {
  const text = useText();
  const own = useDiscussionsText();
  const [roots, setRoots] = useState<Message[]>([]);
  const [from, setFrom] = useState<number | null | undefined>(undefined);
  const [isMine, setMine] = useState(false);
  const look = async (before: number | undefined) => {
    const page = await loadDiscussions(room.slug, before);
    if (!page) return;
    setRoots((held) => byLastReply([...held, ...page.roots]));
    setFrom(page.next);
  };
  useEffect(() => void look(undefined), [room.slug]);
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
      {typeof from === 'number' && (
        <button
          type="button"
          class="button button-quiet"
          data-testid="discussions-older"
          onClick={() => void look(from)}
        >
          {own.older}
        </button>
      )}
    </SidePanel>
  );
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
