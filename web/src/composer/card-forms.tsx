import { useState } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { closePanel } from '../app/panel.js';
import { SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { Field } from '../ui/form-parts.js';
import { sendMessage } from './outbox/outbox-actions.js';

/** A location: the browser's position, or typed coordinates. */
export function PlaceForm({ room }: { room: Room }) {
  const text = useText();
  const [label, setLabel] = useState('');
  const [where, setWhere] = useState('');
  const [isRefused, setRefused] = useState(false);
  const place = placeIn(where);
  const locate = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => setWhere(`${coords.latitude.toFixed(5)}, ${coords.longitude.toFixed(5)}`),
      () => setRefused(true),
    );
  const submit = (event: Event) => {
    event.preventDefault();
    if (!place) return;
    const name = label.trim() ? { label: label.trim() } : {};
    sendMessage(room.slug, '', { attachment: { type: 'location', ...place, ...name } });
    closePanel();
  };
  return (
    <SidePanel title={text.place} testId="panel-write-place">
      <form class="form" onSubmit={submit}>
        <Field label={text.placeName} testId="place-label" max={120} value={label} onChange={setLabel} />
        <Field
          label={text.coordinates}
          testId="place-where"
          max={40}
          value={where}
          placeholder="41.00824, 28.97836"
          onChange={setWhere}
        />
        <button type="button" class="button button-quiet" onClick={locate}>
          {text.whereIAm}
        </button>
        {isRefused && <p class="form-hint">{text.noLocation}</p>}
        <button type="submit" class="button" data-testid="place-send" disabled={!place}>
          {text.send}
        </button>
      </form>
    </SidePanel>
  );
}

export function placeIn(where: string): { latitude: number; longitude: number } | null {
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(where);
  if (!found) return null;
  const place = { latitude: Number(found[1]), longitude: Number(found[2]) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

export function ContactForm({ room }: { room: Room }) {
  const text = useText();
  const [name, setName] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    sendMessage(room.slug, '', { attachment: { type: 'contact', username: name.trim().replace(/^@/, '') } });
    closePanel();
  };
  return (
    <SidePanel title={text.contact} testId="panel-write-contact">
      <form class="form" onSubmit={submit}>
        <Field label={text.username} testId="contact-name" max={25} value={name} onChange={setName} />
        <button type="submit" class="button" data-testid="contact-send" disabled={name.trim().length < 3}>
          {text.send}
        </button>
      </form>
    </SidePanel>
  );
}
