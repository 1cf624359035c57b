/** Names of the environment that are nearly the name of a setting: a wrong name must not silently mean the default. */
import type { SettingName } from './settings.js';

/** Names that other programs have for the same thing. */
const aliases: Readonly<Record<string, SettingName>> = {
  MONGO_URI: 'MONGODB_URI',
  MONGO_URL: 'MONGODB_URI',
  MONGODB_URL: 'MONGODB_URI',
  REDIS_URI: 'REDIS_URL',
  SMTP_URI: 'SMTP_URL',
  S3_ACCESS_KEY: 'S3_ACCESS_KEY_ID',
  S3_SECRET_KEY: 'S3_SECRET_ACCESS_KEY',
  S3_URL: 'S3_ENDPOINT',
  OIDC_ISSUER_URL: 'OIDC_ISSUER',
  OIDC_REDIRECT_URI: 'OIDC_REDIRECT_URIS',
  TRUST_PROXIES: 'TRUST_PROXY',
  LOGLEVEL: 'LOG_LEVEL',
};

/** Shorter names are too near to names of other programs. */
const CHARS_MIN = 6;

/** The setting that was probably meant; null for a name of something else. */
export function settingMeant(name: string, known: readonly SettingName[]): SettingName | null {
  if (known.includes(name as SettingName)) return null;
  const upper = name.toUpperCase();
  const alias = Object.hasOwn(aliases, upper) ? aliases[upper] : undefined;
  if (alias) return alias;
  if (known.includes(upper as SettingName)) return upper as SettingName;
  if (upper.length < CHARS_MIN) return null;
  return known.find((setting) => setting.length >= CHARS_MIN && isNear(upper, setting)) ?? null;
}

/** One character too many, too few or another one, two that changed places, or other underscores. */
function isNear(name: string, setting: string): boolean {
  if (withoutUnderscores(name) === withoutUnderscores(setting)) return true;
  if (Math.abs(name.length - setting.length) > 1) return false;
  const [short, long] = name.length < setting.length ? [name, setting] : [setting, name];
  const at = [...short].findIndex((character, index) => character !== long[index]);
  if (at < 0) return true;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  const isOther = short.slice(at + 1) === long.slice(at + 1);
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
  return isOther || isSwapped;
}

const withoutUnderscores = (name: string): string => name.replaceAll('_', '');
