/**
 * Slash commands: a typed command is decided by the same functions as the REST call, in the same turn. Its entry
 * carries the client_id, so the same command is not carried out twice.
 */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Turn } from '#actors/runtime/kind.js';
import { foldUsername } from '#src/domain/accounts/username.js';
import { BAN_REASON_MAX } from '#src/domain/limits.js';
import { minutesOf, type SlashCommand, slashUsages } from '#src/domain/messages/slash-command.js';
import { hash53 } from '#src/domain/text/hash.js';
import { firstCharacters } from '#src/domain/text/text.js';
import { dedupKey } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import { exists, isRefused, memberOr } from '../access/access.js';
import type { CommandOf, Handled, Handler } from '../handler.js';
import { moderationHandlers } from '../members/moderation.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type RunSlash = CommandOf<'run_slash'>;
type Moderation = CommandOf<'kick_member' | 'ban_member' | 'unban_member' | 'mute_member' | 'unmute_member'>;

/** No account has this id: a command about it is refused as for an account that does not exist. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export function runSlashNeeds(needs: Needs, command: RunSlash, now: number): void {
  const { state } = needs;
  const { by, clientId } = command;
  if (!state.head) return;
  if (clientId !== null) needs.dedup(by.accountId, clientId);
  needs.member(by.accountId);
  const target = command.command?.target;
  const found = needs.once('names', async (reader) => {
    const holder = target ? await reader.get<Doc & { account: string }>('usernames', foldUsername(target)) : null;
    return new Map(target ? [[target, holder?.account ?? null]] : []);
  });
  const deed = found === undefined ? null : deedOf(command, found);
  if (deed) handlerOf(deed).needs(needs, deed, now);
}

export function runSlash(state: RoomState, command: RunSlash, turn: Turn): Handled {
  if (!exists(state)) return refuse('room_not_found');
  const { by, clientId, body, command: slash } = command;
  const dedup = clientId === null ? undefined : dedupKey(state.id, by.accountId, clientId);
  const hash = hash53(JSON.stringify(['command', body]));
  const earlier = clientId === null ? undefined : state.dedup.get(by.accountId, clientId);
  if (earlier) return earlier.hash === hash && slash ? done(slash) : refuse('idempotency_conflict');
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  if (!slash) return refuse('unknown_command');
  const deed = deedOf(command, state.readsFor(command).names ?? new Map());
  if (!deed) return done(slash);
  state.keepReads(deed, state.readsFor(command));
  const handled = handlerOf(deed).handle(state, deed, turn);
  if (handled.kind === 'refuse')
    return isNameless(handled, slash) ? refuse('validation_failed', usage(slash)) : handled;
  if (handled.kind !== 'commit') return done(slash);
  return { ...handled, ...(dedup === undefined ? {} : { dedup, hash }), reply: () => ({ command: slash.name }) };
}

const done = ({ name }: SlashCommand): Handled => reply({ command: name });

const isNameless = (handled: Extract<Handled, { kind: 'refuse' }>, { target }: SlashCommand): boolean =>
  target === null && handled.refusal.code === 'not_found';

const usage = ({ name }: SlashCommand) => ({ fields: { body: [`is written ${slashUsages[name]}`] } });

/** The command that a slash command stands for; null for one that only asks. */
function deedOf({ by, command }: RunSlash, names: ReadonlyMap<string, string | null>): Moderation | null {
  if (!command || command.name === 'help') return null;
  const { name, target, rest } = command;
  const account = (target === null ? null : names.get(target)) ?? NOBODY;
  if (name === 'mute') return { type: 'mute_member', by, account, minutes: minutesOf(rest) };
  if (name === 'ban') return { type: 'ban_member', by, account, reason: reasonIn(rest) };
  return { type: `${name}_member`, by, account };
}

/** Cut as the REST call cuts it, between characters. */
const reasonIn = (rest: string): string | null => firstCharacters(rest, BAN_REASON_MAX).trim() || null;

const handlerOf = (deed: Moderation): Handler<Moderation['type']> =>
  moderationHandlers[deed.type] as unknown as Handler<Moderation['type']>;
