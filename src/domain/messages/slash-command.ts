/** Bodies that are commands to the room: `/mute @name 30`. They are executed, never stored. */
export const slashCommands = ['mute', 'unmute', 'kick', 'ban', 'unban', 'help'] as const;
export type SlashCommandName = (typeof slashCommands)[number];

export interface SlashCommand {
  name: SlashCommandName;
  /** The username after the command, without its `@`; null if it is missing. */
  target: string | null;
  /** The text after the name. */
  rest: string;
}

export const slashUsages: Readonly<Record<SlashCommandName, string>> = {
  mute: '/mute @name [minutes]',
  unmute: '/unmute @name',
  kick: '/kick @name',
  ban: '/ban @name [reason]',
  unban: '/unban @name',
  help: '/help',
};

const shape = /^\/(\S*)(?:\s+@?(\S+))?(?:\s+([\s\S]*))?$/;

/** Whether a body is a command. A body that begins with two slashes is a text that begins with one. */
export const isSlashCommand = (body: string): boolean => body.startsWith('/') && !body.startsWith('//');

/** The text without the escaping slash: `//text` becomes `/text`. */
export const withoutSecondSlash = (body: string): string => (body.startsWith('//') ? body.slice(1) : body);

/** Null if the command is unknown. */
export function slashCommandOf(body: string): SlashCommand | null {
  const [, word = '', target, rest = ''] = shape.exec(body) ?? [];
  const name = slashCommands.find((known) => known === word.toLowerCase());
  return name === undefined ? null : { name, target: target ?? null, rest: rest.trim() };
}

const MUTE_MINUTES_DEFAULT = 60;
const MUTE_MINUTES_MAX = 525_600;

/** The number of minutes in the text, whole ones as over REST; an hour if the text is no number. */
export function minutesOf(text: string): number {
  const minutes = /^-?\d+(\.\d+)?$/.test(text) ? Math.floor(Number(text)) : MUTE_MINUTES_DEFAULT;
  return Math.min(Math.max(minutes, 1), MUTE_MINUTES_MAX);
}
