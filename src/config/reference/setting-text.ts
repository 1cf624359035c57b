/** What the reference says of one setting, and of settings that belong together. */
import type { SettingName } from '../settings.js';

export interface SettingText {
  /** The value that an unset variable stands for; absent: the variable has no value then, and `meaning` says what follows. */
  default?: string;
  /** Where production has another default. */
  inProduction?: string;
  meaning: string;
}

export interface SettingGroup {
  title: string;
  settings: Partial<Record<SettingName, SettingText>>;
}
