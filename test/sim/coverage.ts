/** What a run has tried: which faults lasted while which steps were taken, and how many looked on. */
import type { History } from './history.js';
import { type FaultKind, faultKinds } from './plan.js';
import { singleFaultKinds } from './single/single-plan.js';

export const steps = [
  'append',
  'project',
  'transaction',
  'checkpoint',
  'deliver',
  'settle',
  'connect',
  'room:open',
  'event',
  'job',
  'extend',
] as const;
export type Step = (typeof steps)[number];

/** What is over at once is felt for so long. */
const FELT_MS = 2_000;

export class Coverage {
  readonly #met = new Map<string, number>();
  readonly #until = new Map<FaultKind, number>();

  struck(kind: FaultKind, now: number, ms: number): void {
    this.#until.set(kind, Math.max(this.#until.get(kind) ?? 0, now + Math.max(ms, FELT_MS)));
  }

  took(step: Step, now: number): void {
    let isFair = true;
    for (const [kind, until] of this.#until) {
      if (until < now) continue;
      isFair = false;
      this.#count(kind, step, 1);
    }
    if (isFair) this.#count('none', step, 1);
  }

  add(other: Coverage): void {
    for (const [sign, times] of other.#met) this.#met.set(sign, (this.#met.get(sign) ?? 0) + times);
  }

  /** Rows are faults that were met, columns are steps. */
  table(): string[] {
    const kinds = [...faultKinds, ...singleFaultKinds];
    const width = Math.max(...kinds.map(({ length }) => length));
    const columns = steps.map((step) => step.padStart(12)).join('');
    const rows = ['none', ...kinds].map((kind) => {
      const counts = steps.map((step) => String(this.#met.get(`${kind} ${step}`) ?? 0).padStart(12));
      return `${kind.padEnd(width)}${counts.join('')}`;
    });
    const isMet = (row: string) => /[1-9]\d*\s|[1-9]\d*$/.test(row.slice(width));
    return [`${'during'.padEnd(width)}${columns}`, ...rows.filter(isMet)];
  }

  #count(kind: string, step: Step, times: number): void {
    const sign = `${kind} ${step}`;
    this.#met.set(sign, (this.#met.get(sign) ?? 0) + times);
  }
}

/** Who saw something that was held against the log, summed up over runs. */
export class Observers {
  #answers = 0;
  #refusals = 0;
  #streams = 0;
  #sockets = 0;
  #events = 0;
  #programs = 0;
  #pushes = 0;

  add({ ops, watched, wires, followed, pushes }: History): void {
    this.#answers += ops.filter(({ outcome }) => outcome === 'ok').length;
    this.#refusals += ops.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'lost').length;
    this.#streams += watched.length;
    this.#sockets += wires.length;
    this.#events += wires.reduce((sum, { came }) => sum + came.length, 0);
    this.#pushes += pushes.length;
    this.#programs += followed.filter(({ to }) => to !== null).length;
  }

  /** Those who saw a room for longer than one answer. */
  get count(): number {
    return this.#streams + this.#sockets + this.#programs;
  }

  toString(): string {
    return (
      `judged: ${this.#answers} answers, ${this.#refusals} refusals, ${this.#streams} streams of nodes, ` +
      `${this.#sockets} sockets with ${this.#events} events, ${this.#programs} stretches followed by programs, ` +
      `${this.#pushes} pushes`
    );
  }
}
