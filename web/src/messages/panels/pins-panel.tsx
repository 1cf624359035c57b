import type { Room } from '#page/api-types.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { rightsIn } from '#page/members/rights.js';
import { jumpTo } from '../list/jump.js';
import { PlainRow } from '../plain-row.js';
import { setPinned } from './discussion-actions.js';
import { usePinned } from './pin-bar.js';

export function PinsPanel({ room }: { room: Room }) {
  const text = useText();
  const pinned = usePinned(room, room.pins);
  const canPin = rightsIn(room).pin;
  return (
    <SidePanel title={text.pins} testId="panel-pins" back={info}>
      {room.pins.length === 0 && <p class="panel-note">{text.noPins}</p>}
      {pinned.map((message) => (
        <PlainRow key={message.id} message={message} testId="pin" onOpen={() => jumpTo(message)}>
          {canPin && (
            <button type="button" class="link" data-testid="unpin" onClick={() => setPinned(message, false)}>
              {text.unpin}
            </button>
          )}
        </PlainRow>
      ))}
    </SidePanel>
  );
}
