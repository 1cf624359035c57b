import { useSettingsText } from '../account/settings-text.js';
import type { RoomSettings } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { Choice, Switch } from '../ui/fields.js';

export type FirstSettings = Partial<Pick<RoomSettings, 'welcome_message' | 'message_ttl_hours' | 'star_gated'>>;

export const lifetimes = [null, 1, 24, 168, 720, 8760];

interface MoreProps {
  settings: FirstSettings;
  onChange: (change: FirstSettings) => void;
}

/** Optional settings of a new room. */
export function CreateRoomMore({ settings, onChange }: MoreProps) {
  const text = useText();
  const words = useSettingsText();
  return (
    <details class="panel-more">
      <summary data-testid="room-more">{words.moreSettings}</summary>
      <div class="form">
        <label class="field">
          <span>{text.setting['welcome_message']}</span>
          <textarea
            class="input"
            rows={2}
            maxLength={500}
            placeholder={words.welcomeHint}
            data-testid="room-welcome"
            value={settings.welcome_message ?? ''}
            onInput={(event) => onChange({ welcome_message: event.currentTarget.value })}
          />
        </label>
        <Choice
          label={text.setting['message_ttl_hours'] ?? ''}
          testId="room-lifetime"
          value={String(settings.message_ttl_hours ?? '')}
          options={lifetimes.map((h) => ({ value: String(h ?? ''), label: text.keptFor(h) }))}
          onChange={(value) => onChange({ message_ttl_hours: value === '' ? null : Number(value) })}
        />
        <Switch
          label={text.setting['star_gated'] ?? ''}
          testId="room-star-gated"
          isOn={settings.star_gated ?? false}
          onChange={(isOn) => onChange({ star_gated: isOn })}
        />
      </div>
    </details>
  );
}
