import { useState } from 'preact/hooks';
import type { Room, RoomSettings, WireError } from '#page/api-types.js';
import { wireOf } from '#page/app/api.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { problemsOf, useText } from '#page/app/text/text.js';
import { Choice, Switch } from '#page/ui/fields.js';
import { FormError } from '#page/ui/form-error.js';
import { Field } from '#page/ui/form-parts.js';
import { lifetimes } from '../create-room-more.js';
import { saveSettings } from './admin-actions.js';
import { WallpaperPicker } from './wallpaper-picker.js';

const pauses = [0, 5, 10, 30, 60, 300, 900, 3600, 21_600];

const switches = [
  'join_approval',
  'history_for_new_members',
  'show_welcome',
  'show_members',
  'show_gifts',
  'members_can_pin',
  'discussions_enabled',
  'members_can_video',
  'star_gated',
] as const;

type Draft = Partial<RoomSettings>;

/** Sends changed fields only, so that two admins do not overwrite each other's changes. */
export function SettingsPanel({ room }: { room: Room }) {
  const text = useText();
  const [draft, setDraft] = useState<Draft>({});
  const [error, setError] = useState<WireError | null>(null);
  const [isSaved, setSaved] = useState(false);
  const settings: RoomSettings = { ...room, ...draft };
  const change = (patch: Draft) => {
    setSaved(false);
    setDraft((held) => ({ ...held, ...patch }));
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await saveSettings(room.slug, draft);
      setDraft({});
      setError(null);
      setSaved(true);
    } catch (refused) {
      setError(wireOf(refused));
    }
  };
  return (
    <SidePanel title={text.settings} testId="panel-settings" back={info}>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <Words settings={settings} onChange={change} />
        <Choices settings={settings} onChange={change} />
        {switches.map((key) => (
          <Switch
            key={key}
            label={text.setting[key] ?? key}
            testId={`setting-${key}`}
            isOn={settings[key]}
            onChange={(isOn) => change({ [key]: isOn })}
          />
        ))}
        <FormError>{error && problemsOf(text, error)}</FormError>
        <div class="form-buttons form-sticky">
          {isSaved && <span role="status">{text.saved}</span>}
          <button type="submit" class="button" data-testid="settings-save" disabled={Object.keys(draft).length === 0}>
            {text.saveChanges}
          </button>
        </div>
      </form>
    </SidePanel>
  );
}

interface PartProps {
  settings: RoomSettings;
  onChange: (patch: Draft) => void;
}

function Words({ settings, onChange }: PartProps) {
  const text = useText();
  const welcome = settings.welcome_message ?? '';
  return (
    <>
      <Field
        label={text.roomName}
        testId="setting-name"
        max={80}
        value={settings.name}
        onChange={(name) => onChange({ name })}
      />
      <label class="field">
        <span>{text.setting.welcome_message}</span>
        <textarea
          class="input"
          data-testid="setting-welcome_message"
          rows={3}
          maxLength={500}
          value={welcome}
          onInput={(event) => onChange({ welcome_message: event.currentTarget.value })}
        />
      </label>
    </>
  );
}

function Choices({ settings, onChange }: PartProps) {
  const text = useText();
  const { wallpaper, visibility, slow_mode_s, message_ttl_hours, events_visibility } = settings;
  return (
    <>
      <WallpaperPicker wallpaper={wallpaper} onChange={(paper) => onChange({ wallpaper: paper })} />
      <Choice
        label={text.setting.visibility ?? ''}
        testId="setting-visibility"
        value={visibility}
        options={[
          { value: 'open', label: text.openLong },
          { value: 'closed', label: text.closedLong },
        ]}
        onChange={(value) => onChange({ visibility: value as 'open' | 'closed' })}
      />
      <Choice
        label={text.setting.slow_mode_s ?? ''}
        testId="setting-slow_mode_s"
        value={String(slow_mode_s)}
        options={withHeld(pauses, slow_mode_s).map((s) => ({ value: String(s), label: text.pause(s ?? 0) }))}
        onChange={(value) => onChange({ slow_mode_s: Number(value) })}
      />
      <Choice
        label={text.setting.message_ttl_hours ?? ''}
        testId="setting-message_ttl_hours"
        value={String(message_ttl_hours ?? '')}
        options={withHeld(lifetimes, message_ttl_hours).map((h) => ({
          value: String(h ?? ''),
          label: text.keptFor(h),
        }))}
        onChange={(value) => onChange({ message_ttl_hours: value === '' ? null : Number(value) })}
      />
      <Choice
        label={text.setting.events_visibility ?? ''}
        testId="setting-events_visibility"
        value={events_visibility}
        options={(['all', 'admins', 'none'] as const).map((value) => ({
          value,
          label: text.eventsFor[value] ?? value,
        }))}
        onChange={(value) => onChange({ events_visibility: value as RoomSettings['events_visibility'] })}
      />
    </>
  );
}

/** Adds a current value that the page does not offer to the options. */
const withHeld = (offered: (number | null)[], held: number | null): (number | null)[] =>
  offered.includes(held) ? offered : [...offered, held].sort((a, b) => (a ?? 0) - (b ?? 0));
