/** What a command decides in a room that is held in memory: a refusal, an answer, or an entry and who is told of it. */

import type { AnyCommand, Handled } from '#actors/room/handler.js';
import { handlers } from '#actors/room/handlers.js';
import { commitEntry, commitReadState } from '#actors/room/log/commit-entry.js';
import { Needs } from '#actors/room/model/needs.js';
import type { Reads } from '#actors/room/model/reads.js';
import type { RoomState } from '#actors/room/model/room-state.js';
import type { Turn, Turned } from '#actors/runtime/kind.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { FORMAT } from '#src/domain/format.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { UUID } from '../log/facts/scene.js';

/** After everything in the scene. */
export const NOW = 1_800_000_000_000;

export const as = (accountId: string): Caller => ({ accountId, username: accountId, sessionId: 's', language: null });

type Asked = Record<string, unknown> & { type: AnyCommand['type'] };

const handlerOf = (type: AnyCommand['type']) =>
  handlers[type] as {
    needs: (needs: Needs, command: unknown, now: number) => void;
    handle: (state: RoomState, command: unknown, turn: Turn) => Handled;
  };

/** `reads`: what the store has answered before the turn; otherwise what `readBy` has read for the same command. */
export function decided(state: RoomState, command: Asked, reads?: Reads): Record<string, unknown> {
  const env = Object.assign(new VirtualEnv(), { uuid: () => UUID });
  const turn: Turn = { id: state.id, now: NOW, env, owner: 'owner-1', format: FORMAT, attempt: 0 };
  state.now = NOW;
  if (reads) state.keepReads(command, reads);
  const handled = handlerOf(command.type).handle(state, command, turn);
  if (handled.kind === 'refuse') return { ...handled.refusal };
  if (handled.kind === 'reply') return { reply: handled.reply };
  if (handled.kind === 'writes') throw new Error('no entry');
  const turned = handled.kind === 'commit' ? commitEntry(state, handled, turn) : commitReadState(state, handled);
  const { reply, outputs } = turned as Extract<Turned, { kind: 'commit' }>;
  const told = outputs.flatMap((output) => (output.to === 'people' ? [output.event] : []));
  if (handled.kind === 'read-state') return { readState: handled.readState, reply, told };
  const { by, facts, row } = state.recent.at(-1) as LogEntry;
  const follow = outputs.flatMap((output) => (output.to === 'actor' ? [output.command] : []));
  const event = row && { ...row.event, owner: row.owner, audience: row.audience };
  return { by, facts, event, reply, told, ...(follow.length > 0 && { follow }) };
}

/** What the command reads from the store first: as [operation, collection, …]. `answers` by collection. */
export async function readBy(
  state: RoomState,
  command: Asked,
  answers: Record<string, unknown> = {},
): Promise<unknown[][]> {
  const asked: unknown[][] = [];
  const answer =
    (op: string, nothing: unknown) =>
    async (from: string, what: unknown): Promise<unknown> => {
      asked.push([op, from, what]);
      return answers[from] ?? nothing;
    };
  const reader = {
    get: answer('get', null),
    getMany: answer('getMany', []),
    getManyBy: answer('getManyBy', []),
    range: answer('range', []),
  };
  const needs = new Needs(state, command);
  handlerOf(command.type).needs(needs, command, NOW);
  if (needs.complete) return asked;
  const supply = await needs.load({ reader } as never);
  supply(state);
  return asked;
}

/** Reads from a store as the runtime does, until the turn has all that it needs. */
export async function readFrom(state: RoomState, command: Asked, reader: Reader): Promise<void> {
  for (;;) {
    const needs = new Needs(state, command);
    handlerOf(command.type).needs(needs, command, NOW);
    if (needs.complete) return;
    const supply = await needs.load({ reader } as never);
    supply(state);
  }
}

export const memberIn = (state: RoomState, account: string): Member => state.members.get(account) as Member;

export function change(state: RoomState, account: string, changes: Partial<Member>): void {
  state.members.set(account, { ...memberIn(state, account), ...changes });
}

export function setting(state: RoomState, settings: Partial<Head['settings']>): void {
  const head = state.head as Head;
  state.head = { ...head, settings: { ...head.settings, ...settings } };
}
