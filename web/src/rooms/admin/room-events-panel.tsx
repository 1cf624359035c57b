import { useSettingsText } from '#page/account/settings-text.js';
import type { Message, Room } from '#page/api-types.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { momentName } from '#page/app/text/time.js';
import { EventRow } from '#page/messages/list/event-row.js';
import { LoadedPart } from '#page/ui/loaded-part.js';
import { useLoaded } from '#page/ui/use-loaded.js';
import { loadRoomEvents } from './admin-actions.js';

/** The activity log of a room, newest first; admins also see the entries for admins. */
export function RoomEventsPanel({ room }: { room: Room }) {
  const text = useSettingsText();
  const loaded = useLoaded(`events ${room.slug}`, () => loadRoomEvents(room.slug));
  return (
    <SidePanel title={text.activityLog} testId="panel-room-events" back={info}>
      <LoadedPart loaded={loaded}>
        {(events) =>
          events.length === 0 ? (
            <p class="panel-note">{text.noActivity}</p>
          ) : (
            <ol class="room-events">
              {events.map((event) => (
                <RoomEventItem key={event.id} message={event} />
              ))}
            </ol>
          )
        }
      </LoadedPart>
    </SidePanel>
  );
}

function RoomEventItem({ message }: { message: Message }) {
  const text = useText();
  return (
    <li data-testid="room-event" data-type={message.event?.type}>
      <EventRow message={message} />
      <small>{momentName(message.inserted_at, text)}</small>
    </li>
  );
}
