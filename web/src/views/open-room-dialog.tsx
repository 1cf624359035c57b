import { useState } from 'preact/hooks';
import { goTo } from '../state/room-actions.js';
import { useText } from '../text/text.js';
import { Field, FormButtons } from './create-room-dialog.js';
import { Dialog } from './dialog.js';

/** A room is found by its address; a whole link works as well. */
export function OpenRoomDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [address, setAddress] = useState('');
  const slug = slugIn(address);
  const submit = (event: Event) => {
    event.preventDefault();
    goTo(slug);
    onClose();
  };
  return (
    <Dialog title={text.findRoom} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <Field
          label={text.findRoom}
          testId="open-slug"
          max={200}
          value={address}
          placeholder={text.slugPlaceholder}
          onChange={setAddress}
        />
        <FormButtons submit={text.open} onClose={onClose} isReady={slug !== null} />
      </form>
    </Dialog>
  );
}

function slugIn(address: string): string | null {
  const last = address.trim().split('/').at(-1)?.toLowerCase() ?? '';
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(last) ? last : null;
}
