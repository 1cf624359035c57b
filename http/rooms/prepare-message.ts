/** Prepares a message for the room, for REST and gateway: fetches forwards and recognizes slash commands. */
import type { RoomCommand } from '#actors/room/commands.js';
import type { AskOptions } from '#actors/runtime/client.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { MESSAGES_PER_WINDOW, MESSAGES_WINDOW_MS, SLASH_COMMANDS_PER_MINUTE } from '#src/domain/limits.js';
import type { Draft, Forward } from '#src/domain/messages/message.js';
import {
  isSlashCommand,
  type SlashCommandName,
  slashCommandOf,
  slashUsages,
  withoutSecondSlash,
} from '#src/domain/messages/slash-command.js';
import { RefusalError } from '#src/errors.js';
import { takeFromWindow, type WindowLimits } from '../middleware/rate-limit.js';
import type { RoomFinder } from './room-finder.js';

const MINUTE_MS = 60_000;

/** The name of a window, its key, the number of requests in it and its length in ms. */
export type Window = Parameters<WindowLimits['take']>;
type RunSlash = Extract<RoomCommand, { type: 'run_slash' }>;

/** A body that speaks to the room; null for one that speaks to its people. */
export function slashOf(by: Caller, draft: Draft): RunSlash | null {
  const { body, clientId, attachment } = draft;
  if (attachment || !isSlashCommand(body)) return null;
  return { type: 'run_slash', by, clientId, body, command: slashCommandOf(body) };
}

/** One window for all ways of sending: a client without a socket sends no more than one with a socket. */
export const messageWindow = (accountId: string): Window => [
  'message:new',
  accountId,
  MESSAGES_PER_WINDOW,
  MESSAGES_WINDOW_MS,
];

export async function takeMessageTurn(limits: WindowLimits, accountId: string): Promise<void> {
  await takeFromWindow(limits, ...messageWindow(accountId));
}

/** Five a minute for an account, a room and a command. */
export async function slashWindow(finder: RoomFinder, slug: string, { by, command }: RunSlash): Promise<Window> {
  const room = await finder.find(slug);
  return ['command', `${by.accountId}:${room}:${command?.name ?? ''}`, SLASH_COMMANDS_PER_MINUTE, MINUTE_MS];
}

/** The syntax of the slash commands, as /help answers it. */
export const helpFor = (name: SlashCommandName) => (name === 'help' ? { help: Object.values(slashUsages) } : {});

/** The draft as the room takes it. */
export async function preparedDraft(finder: RoomFinder, by: Caller, draft: Draft, asking?: AskOptions): Promise<Draft> {
  const { forward } = draft;
  if (forward) return { ...draft, forward: await fetched(finder, by, forward, asking) };
  return draft.body.startsWith('//') && !draft.attachment ? { ...draft, body: withoutSecondSlash(draft.body) } : draft;
}

/**
 * Asked of the room it stands in. A refusal goes along: the room it is meant for knows whether this is a resend, which
 * is answered as before, regardless of later changes of the source.
 */
async function fetched(finder: RoomFinder, by: Caller, { of }: Forward, asking?: AskOptions): Promise<Forward> {
  try {
    const source = await finder.ask(of.room, { type: 'give_message', by, messageId: of.messageId }, asking);
    return { of, source };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    return { of, source: null, refusal: error.refusal };
  }
}
