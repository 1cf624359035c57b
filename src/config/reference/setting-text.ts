/** The texts of one setting, and of a group of settings, in the reference. */
import type { SettingName } from '../settings.js';

export interface SettingText {
  /**
   * The value of an unset variable. If it is absent, an unset variable has no value, and `meaning` describes the
   * effect.
   */
  default?: string;
  /** If production has another default. */
  inProduction?: string;
  meaning: string;
}

export interface SettingGroup {
  title: string;
  settings: Partial<Record<SettingName, SettingText>>;
}
