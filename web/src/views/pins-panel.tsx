import type { Room } from '../api-types.js';
import { jumpTo } from '../state/jump.js';
import { rightsIn } from '../state/rights.js';
import { setPinned } from '../state/talk-actions.js';
import { useText } from '../text/text.js';
import { usePinned } from './pin-bar.js';
import { PlainRow } from './plain-row.js';
import { info, SidePanel } from './side-panel.js';

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
