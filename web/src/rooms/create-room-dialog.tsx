import { useState } from 'preact/hooks';
import type { WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { problemsOf, useText } from '../app/text/text.js';
import { Dialog } from '../ui/dialog.js';
import { CreateRoomMore, type FirstSettings } from './create-room-more.js';
import { createRoom } from './room-actions.js';

export function CreateRoomDialog({ onClose }: { onClose: () => void }) {
  const text = useText();
  const [name, setName] = useState('');
  const [slug, setSlug] = useState('');
  const [isClosed, setClosed] = useState(false);
  const [more, setMore] = useState<FirstSettings>({});
  const [error, setError] = useState<WireError | null>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const address = slug.trim() ? { slug: slug.trim() } : {};
    createRoom({ ...more, name: name.trim(), visibility: isClosed ? 'closed' : 'open', ...address })
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
        {error && (
          <p class="form-error" role="alert" data-testid="room-error">
            {problemsOf(text, error)}
          </p>
        )}
        <FormButtons submit={text.create} onClose={onClose} isReady={name.trim() !== ''} />
      </form>
    </Dialog>
  );
}

interface FieldProps {
  label: string;
  testId: string;
  max: number;
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
}

export function Field({ label, testId, max, value, placeholder = '', onChange }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        data-testid={testId}
        maxLength={max}
        placeholder={placeholder}
        autoComplete="off"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}

export function FormButtons({ submit, onClose, isReady }: { submit: string; onClose: () => void; isReady: boolean }) {
  const text = useText();
  return (
    <div class="form-buttons">
      <button type="button" class="button button-quiet" onClick={onClose}>
        {text.cancel}
      </button>
      <button type="submit" class="button" data-testid="form-submit" disabled={!isReady}>
        {submit}
      </button>
    </div>
  );
}
