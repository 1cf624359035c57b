/** One actor in memory, with lanes that a test moves by hand. */

import { Activation } from '#actors/runtime/activation.js';
import type { ActivationContext } from '#actors/runtime/activation-context.js';
import type { ActorKind, CommitUnit, Loaded, Supply, Turned, Unsettled } from '#actors/runtime/kind.js';
import type { UnitOwner } from '#actors/runtime/lanes/waiting-units.js';
import type { Envelope } from '#actors/runtime/mailbox.js';
import { breath, VirtualEnv } from '../support/time/virtual-env.js';

export type Command = { type: 'add' | 'total' | 'break' | 'read' | 'rewrite' };
export interface State {
  nth: number;
  total: number;
}

class Counting implements ActorKind<State, Command> {
  readonly name = 'counting';
  loads: (Unsettled | null)[] = [];
  outcome: Partial<Loaded<State>> & { error?: Error } = {};
  reading: Promise<Supply<State>> | null = null;
  settledError: Error | null = null;
  turns: string[] = [];

  async load(_: string, __: unknown, unsettled: Unsettled | null = null) {
    this.loads.push(unsettled);
    const { error, ...more } = this.outcome;
    if (error) throw error;
    return { state: { nth: this.loads.length, total: 0 }, ...more };
  }

  prefetch(_: State, { type }: Command) {
    const { reading } = this;
    return type === 'read' ? reading : null;
  }

  turn(state: State, { type }: Command): Turned {
    this.turns.push(type);
    if (type === 'break') throw new Error('broken');
    if (type === 'total' || type === 'read') return { kind: 'reply', reply: state.total };
    state.total += 1;
    const outputs = [{ to: 'stream' as const, item: state.total }];
    const more = type === 'rewrite' ? { reload: true as const } : {};
    return { kind: 'commit', unit: { writes: [] }, reply: state.total, outputs, ...more };
  }

  weigh = () => 1;
  isUrgent = () => false;
  checkpoint = () => null;
  sizeOf = () => 7;
  positionOf = (state: State) => state.total;
  settled() {
    if (this.settledError) throw this.settledError;
  }
}

export function bench() {
  const env = new VirtualEnv();
  const kind = new Counting();
  const heard: unknown[] = [];
  const units: { unit: CommitUnit; number: number }[] = [];
  const ended: { undecided: string[]; unsettled: Unsettled | null }[] = [];
  const trust = { holds: true };
  const context = {
    io: { env, owner: 'one', alone: true, reader: {} },
    lanes: {
      submit: (_: unknown, unit: CommitUnit, number: number) => units.push({ unit, number }),
      cancel: ({ key }: UnitOwner) => heard.push(['cancel', key]),
    },
    emit: (output: unknown) => heard.push(output),
    onUsed: () => undefined,
    onEnded: (_: unknown, undecided: Envelope<never>[], unsettled: Unsettled | null) =>
      ended.push({ undecided: undecided.map(({ command }) => (command as Command).type), unsettled }),
    reportError: (error: Error) => heard.push(error.message),
    nextCommitId: () => 'one.1',
    onGateWait: (ms: number) => heard.push(['waited', ms]),
    onTurnStarted: () => undefined,
    onCommitted: (...args: string[]) => heard.push(['committed', ...args]),
    crashPoint: () => undefined,
    knownFormat: () => 1,
    formatOf: () => 1,
    ownership: { token: () => 'one', holds: () => trust.holds, takes: () => true, tell: () => undefined },
  } as unknown as ActivationContext;
  const actor = new Activation<State, Command>(kind, 'a', context, null);
  const answers: unknown[] = [];
  const ask = (type: Command['type'], deadline = 10_000) => {
    const settle = (answer: { ok: boolean; value?: unknown; code?: string }) =>
      answers.push(answer.ok ? answer.value : answer.code);
    const rest = { weight: 1, urgent: false, deadline, attempt: 0, ready: false, rounds: 0, readingSince: null };
    actor.offer({ command: { type }, settled: false, settle, ...rest } as unknown as Envelope<Command>);
  };
  const durable = (at: number) => {
    const { unit, number } = units[at] as (typeof units)[number];
    actor.durable(unit, number);
  };
  return { env, kind, heard, units, ended, trust, actor, answers, ask, durable };
}

export async function started() {
  const made = bench();
  made.actor.start();
  await breath();
  made.heard.length = 0;
  return made;
}
