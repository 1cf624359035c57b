/** Reads the settings from the environment: values, files with secrets, misspelt names. */
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.js';
import { settingMeant } from './misspelt-names.js';
import { type Given, type Setting, type SettingName, settings } from './settings.js';

export type Environment = Record<string, string | undefined>;

const names = Object.keys(settings) as SettingName[];
const secretFiles = new Map(
  names.filter((name) => (settings[name] as Setting).isSecret).map((name) => [`${name}_FILE`, name]),
);

export function readSettings(env: Environment): Given {
  const given: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const name of names) {
    const setting: Setting = settings[name];
    const text = setting.isSecret ? secretOf(name, setting, env, problems) : env[name]?.trim();
    if (!text) continue;
    const { value, error } = setting.schema.validate(text);
    if (error) problems.push(problemOf(name, text, setting));
    else given[name] = value;
  }
  problems.push(...misspelt(env));
  if (problems.length > 0) throw new ConfigError(problems);
  return given;
}

/** A secret is the value of its setting, or the content of the file that `<setting>_FILE` names. */
function secretOf(name: string, { example }: Setting, env: Environment, problems: string[]): string | undefined {
  const text = env[name]?.trim();
  const path = env[`${name}_FILE`]?.trim();
  if (!path) return text;
  const problem = (what: string) => {
    problems.push(`${name}_FILE=${path} ${what}. Example: ${name}_FILE=/run/secrets/${name.toLowerCase()}`);
    return undefined;
  };
  if (text) return problem(`is refused beside ${name}: set one of them (${name}=${example} or a file)`);
  try {
    return readFileSync(path, 'utf8').trim() || problem('is an empty file');
  } catch (error) {
    return problem(`cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function problemOf(name: string, text: string, { mustBe, example, isSecret }: Setting): string {
  const shown = isSecret ? name : `${name}=${text.length > 100 ? `${text.slice(0, 100)}…` : text}`;
  return `${shown} is wrong: it must be ${mustBe}. Example: ${name}=${example}`;
}

function misspelt(env: Environment): string[] {
  return Object.keys(env).flatMap((name) => {
    if (secretFiles.has(name) || !env[name]?.trim()) return [];
    const base = name.endsWith('_FILE') && !names.includes(name as SettingName) ? name.slice(0, -'_FILE'.length) : name;
    const meant = settingMeant(base, names) ?? (base !== name && names.includes(base as SettingName) ? base : null);
    if (meant === null) return [];
    if (base !== name && base === meant) return [`${name} is not read: ${base} is no secret. Set ${base} itself.`];
    const shown = base === name ? meant : `${meant}_FILE`;
    return [
      `${name} is no setting: ${shown} is probably meant. Example: ${shown}=${settings[meant as SettingName].example}`,
    ];
  });
}
