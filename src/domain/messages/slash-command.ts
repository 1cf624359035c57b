/** Bodies that are commands to the room: `/mute @name 30`. They are carried out, never stored. */
export const slashCommands = ['mute', 'unmute', 'kick', 'ban', 'unban', 'help'] as const;
export type SlashCommandName = (typeof slashCommands)[number];

export interface SlashCommand {
  name: SlashCommandName;
  /** The username after the command, without its `@`; null when there is none. */
  target: string | null;
  /** What follows the name. */
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

/** Whether a body is meant for the room rather than for its people: two slashes are one slash and a text. */
export const isSlashCommand = (body: string): boolean => body.startsWith('/') && !body.startsWith('//');

/** The text that was meant: `//text` says `/text`. */
export const withoutSecondSlash = (body: string): string => (body.startsWith('//') ? body.slice(1) : body);

/** Null: there is no such command. */
export function slashCommandOf(body: string): SlashCommand | null {
  const [, word = '', target, rest = ''] = shape.exec(body) ?? [];
  const name = slashCommands.find((known) => known === word.toLowerCase());
  return name === undefined ? null : { name, target: target ?? null, rest: rest.trim() };
}

const MUTE_MINUTES_DEFAULT = 60;
const MUTE_MINUTES_MAX = 525_600;

/** Minutes as somebody typed them: what is no number means an hour. */
export function minutesOf(text: string): number {
  const minutes = /^-?\d+$/.test(text) ? Number(text) : MUTE_MINUTES_DEFAULT;
  return Math.min(Math.max(minutes, 1), MUTE_MINUTES_MAX);
}
