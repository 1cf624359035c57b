/** Reads the command line of operators: which command, its arguments, its options. */
import { commands } from './commands.mjs';

export class UsageError extends Error {
  name = 'UsageError';
}

const HOUR_MS = 3_600_000;
const UNITS = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };

/** The request of this command line. */
export function readArguments(words, now = Date.now()) {
  const { rest, options } = split(words);
  const command = commandOf(rest);
  const places = command.name.split(' ');
  if (rest.length !== places.length) throw new UsageError(`usage: ${usageOf(command)}`);
  const given = Object.fromEntries(
    places.flatMap((place, at) => (place.startsWith('<') ? [[place.slice(1, -1), rest[at]]] : [])),
  );
  checkOptions(command, options);
  const [method, template] = command.call;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = given[name];
    delete given[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(pick(options, command.query));
  const body = { ...given, ...bodyOf(pick(options, command.body), now) };
  return {
    command,
    method,
    path: query.size > 0 ? `${path}?${query}` : path,
    ...(method === 'POST' || method === 'PUT' ? { body } : {}),
  };
}

export const usageOf = ({ name, query = {}, body = {}, isFinal }) =>
  [
    name,
    ...Object.entries({ ...query, ...body }).map(([option, must]) => (must ? `--${option} …` : `[--${option} …]`)),
    ...(isFinal ? ['--yes'] : []),
  ].join(' ');

function split(words) {
  const rest = [];
  const options = {};
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!word.startsWith('--')) rest.push(word);
    else if (word === '--yes') options.yes = 'yes';
    else {
      const value = words[at + 1];
      if (value === undefined) throw new UsageError(`${word} needs a value`);
      options[word.slice(2).replaceAll('-', '_')] = value;
      at += 1;
    }
  }
  return { rest, options };
}

function commandOf(rest) {
  const fits = ({ name }) => name.split(' ').every((place, at) => place.startsWith('<') || place === rest[at]);
  const found = commands.find(fits);
  if (!found) throw new UsageError(rest.length === 0 ? 'which command?' : `there is no command "${rest.join(' ')}"`);
  return found;
}

function checkOptions(command, { yes, ...options }) {
  const known = { ...command.query, ...command.body };
  const unknown = Object.keys(options).find((option) => !(option in known));
  if (unknown) throw new UsageError(`--${unknown} is no option of: ${usageOf(command)}`);
  const missing = Object.entries(known).find(([option, must]) => must && options[option] === undefined);
  if (missing) throw new UsageError(`--${missing[0]} is needed: ${usageOf(command)}`);
  if (command.isFinal && !yes) throw new UsageError(`this cannot be undone; repeat it with --yes: ${usageOf(command)}`);
}

const pick = (options, names = {}) =>
  Object.fromEntries(Object.keys(names).flatMap((name) => (name in options ? [[name, options[name]]] : [])));

function bodyOf({ action, until, public_reason: told, expires_in_days: days, ...texts }, now) {
  const end = {
    ...(until === undefined ? {} : { until: endOf(until, now) }),
    ...(told === undefined ? {} : { public_reason: told }),
  };
  return {
    ...texts,
    ...(action === undefined ? end : { action: { type: action, ...end } }),
    ...(days === undefined ? {} : { expires_in_days: days === 'never' ? null : wholeNumber(days) }),
  };
}

/** `never`, a duration from now, or a date. */
function endOf(text, now) {
  if (text === 'never') return null;
  const [, count, unit] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const at = unit ? now + Number(count) * UNITS[unit] : Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`--until takes never, a time like 12h, 3d or 2w, or a date, not ${text}`);
  return new Date(at).toISOString();
}

function wholeNumber(text) {
  if (!/^\d{1,4}$/.test(text)) throw new UsageError('--expires_in_days takes a number of days, or never');
  return Number(text);
}
