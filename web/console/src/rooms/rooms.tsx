import { useLayoutEffect, useState } from 'preact/hooks';
import { EmptyState } from '#page/ui/empty-state.js';
import { LineField } from '#page/ui/workspace/field.js';
import { go, useRoute } from '#page/ui/workspace/route.js';
import { LookReason } from '../actions/reason-form.js';
import { useText } from '../text/text.js';
import { SectionHead } from '../views/parts.js';
import { RoomView } from './room-view.js';
import { useRoomText } from './rooms-text.js';
import type { Look } from './use-room.js';

/** Opens a room for a reason. The address names the room, and the reason is asked for each time. */
export function RoomsView() {
  const page = useText();
  const text = useRoomText();
  const [, named = ''] = useRoute();
  const [look, setLook] = useState<Look | null>(null);
  const shown = look?.room === named ? look : null;
  return (
    <>
      <SectionHead title={page.sections.rooms} hint={text.hint} />
      <OpenForm named={named} onOpen={setLook} />
      {shown ? (
        <RoomView key={`${shown.room} ${shown.reason}`} look={shown} />
      ) : (
        <EmptyState icon="discuss" line={text.nothing} hint={text.nothingHint} />
      )}
    </>
  );
}

function OpenForm({ named, onOpen }: { named: string; onOpen: (look: Look) => void }) {
  const text = useRoomText();
  const [room, setRoom] = useState(named);
  const [reason, setReason] = useState('');
  // A layout effect, so that it does not come after what is typed at once.
  useLayoutEffect(() => setRoom(named), [named]);
  const isReady = room.trim() !== '' && reason.trim() !== '';
  const open = (event: Event) => {
    event.preventDefault();
    if (!isReady) return;
    onOpen({ room: room.trim(), reason: reason.trim() });
    go('rooms', room.trim());
  };
  return (
    <form class="find-form" data-testid="room-form" onSubmit={open}>
      <LineField label={text.room} hint={text.roomHint} testId="room-id" max={64} value={room} onInput={setRoom} />
      <LookReason reason={reason} onInput={setReason} />
      <button type="submit" class="button" data-testid="room-open" disabled={!isReady}>
        {text.open}
      </button>
    </form>
  );
}
