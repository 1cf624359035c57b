import type { Message, Room } from '../api-types.js';
import { loadHappenings } from '../state/admin-actions.js';
import { useLoaded } from '../state/use-loaded.js';
import { useSettingsText } from '../text/settings-text.js';
import { useText } from '../text/text.js';
import { momentName } from '../text/time.js';
import { EventRow } from './event-row.js';
import { LoadedPart } from './loaded-part.js';
import { info, SidePanel } from './side-panel.js';

/** What happened in a room, newest first; admins see what is meant for admins too. */
export function HappeningsPanel({ room }: { room: Room }) {
  const text = useSettingsText();
  const loaded = useLoaded(`events ${room.slug}`, () => loadHappenings(room.slug));
  return (
    <SidePanel title={text.happenings} testId="panel-happenings" back={info}>
      <LoadedPart loaded={loaded}>
        {(events) =>
          events.length === 0 ? (
            <p class="panel-note">{text.noHappenings}</p>
          ) : (
            <ol class="happenings">
              {events.map((event) => (
                <Happening key={event.id} message={event} />
              ))}
            </ol>
          )
        }
      </LoadedPart>
    </SidePanel>
  );
}

function Happening({ message }: { message: Message }) {
  const text = useText();
  return (
    <li data-testid="happening" data-type={message.event?.type}>
      <EventRow message={message} />
      <small>{momentName(message.inserted_at, text)}</small>
    </li>
  );
}
