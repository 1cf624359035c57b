/** For one test, a fact and a command need the next format, as those of a later version. */
import { FORMAT } from '#src/domain/format.js';
import { formatTable } from '#src/domain/log/format-table.js';

export const LATER = FORMAT + 1;

const { facts, commands, messages } = formatTable;

export const plantedFormats = {
  fact: (type: keyof typeof facts) => void (facts[type] = LATER),
  command: (kind: string, type: string) => void (commands[kind] = { [type]: LATER }),
  message: (type: string) => void (messages[type] = LATER),
  end() {
    for (const [type, format] of Object.entries(facts)) if (format === LATER) facts[type as keyof typeof facts] = 1;
    for (const kind of Object.keys(commands)) delete commands[kind];
    for (const type of Object.keys(messages)) delete messages[type];
  },
};
