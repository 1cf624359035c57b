/** Command-line options, by one table per tool: an unknown option is refused with the list of the known ones. */
import { parseArgs } from 'node:util';

/** `table`: name → [default, meaning]. A number or a boolean as default makes the option one. */
export function optionsOf(table, tool) {
  const options = {};
  for (const [name, [byDefault]] of Object.entries(table)) {
    options[name] = { type: typeof byDefault === 'boolean' ? 'boolean' : 'string' };
  }
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
    if (values.help) leave(usage(table, tool), 0);
    return Object.fromEntries(Object.entries(table).map(([name, [by]]) => [name, valueFor(name, values[name], by)]));
  } catch (cause) {
    return leave(`${cause.message}\n\n${usage(table, tool)}`, 2);
  }
}

function valueFor(name, given, byDefault) {
  if (given === undefined) return byDefault;
  if (typeof byDefault !== 'number') return given;
  const number = Number(given);
  if (given.trim() === '' || !Number.isFinite(number) || number < 0) throw new Error(`--${name} takes a number`);
  return number;
}

function usage(table, tool) {
  const lines = Object.entries(table).map(([name, [byDefault, meaning]]) => {
    const shown = byDefault === null || byDefault === false ? '' : ` (${byDefault})`;
    return `  --${name.padEnd(16)} ${meaning}${shown}`;
  });
  return `npm run ${tool} -- [options]\n\n${lines.join('\n')}`;
}

function leave(text, code) {
  (code === 0 ? console.log : console.error)(text);
  process.exit(code);
}
