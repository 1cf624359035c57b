import { useState } from 'preact/hooks';
import type { NewRoom, WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { problemsOf, useText } from '../app/text/text.js';
import { Dialog } from '../ui/dialog.js';
import { DialogButtons } from '../ui/dialog-buttons.js';
import { FormError } from '../ui/form-error.js';
import { Field } from '../ui/form-parts.js';
import { useKeyedRequest } from '../ui/workspace/request-key.js';
import { CreateRoomMore, type FirstSettings } from './create-room-more.js';
import { createRoom } from './room-actions.js';

export function CreateRoomDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [name, setName] = useState('');
  const [slug, setSlug] = useState('');
  const [isClosed, setClosed] = useState(false);
  const [more, setMore] = useState<FirstSettings>({});
  const [error, setError] = useState<WireError | null>(null);
  const send = useKeyedRequest();
  const submit = (event: Event) => {
    event.preventDefault();
    const address = slug.trim() ? { slug: slug.trim() } : {};
    const draft: NewRoom = { ...more, name: name.trim(), visibility: isClosed ? 'closed' : 'open', ...address };
    send(draft, (key) => createRoom(draft, key))
      .then(onClose)
      .catch((refused: unknown) => setError(wireOf(refused)));
  };
  return (
    <Dialog title={text.newRoom} onClose={onClose}>
      <form class="form" onSubmit={submit}>
        <Field label={text.roomName} testId="room-name" max={80} value={name} onChange={setName} />
        <Field label={text.roomSlug} testId="room-slug" max={48} value={slug} onChange={setSlug} />
        <p class="form-hint">{text.roomSlugHint}</p>
        <label class="check">
          <input type="checkbox" checked={isClosed} onChange={(event) => setClosed(event.currentTarget.checked)} />
          {text.closedRoom}
        </label>
        <CreateRoomMore settings={more} onChange={(change) => setMore({ ...more, ...change })} />
        <FormError testId="room-error">{error && problemsOf(text, error)}</FormError>
        <DialogButtons submit={text.create} onClose={onClose} isReady={name.trim() !== ''} />
      </form>
    </Dialog>
  );
}
