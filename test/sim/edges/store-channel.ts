/** The way from a process to the store and back: it takes time, and what became of a request may stay unknown. */
import { StoreUnavailable } from '#src/store/store.js';
import { EPOCH } from '../time/node-env.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import type { FaultConditions } from './fault-conditions.js';
import type { MakeWork, StoreChannel } from './virtual-store.js';

/** The driver's own deadline. */
const DEADLINE_MS = 10_000;
/** So long until the driver has another connection. */
const AGAIN_MS = 1_500;

export function delayedStore(node: string, life: ProcessLifetime, weather: FaultConditions): StoreChannel {
  const { schedule, chance } = weather;

  /** Each chain in its own time; `most` tells how many steps of a chain are taken at most. */
  function carryOut(
    chains: (() => boolean)[][],
    at: number,
    most: (chain: unknown[]) => number,
    then: () => void,
  ): void {
    let left = chains.length;
    if (left === 0) return schedule.at(at, then);
    for (const chain of chains) {
      const stops = most(chain);
      const isSpread = chain.length > 1 && chance.hits(0.3);
      const go = (index: number) => {
        for (let step = index; step < stops; step += 1) {
          if (!chain[step]?.()) break;
          if (isSpread && step + 1 < stops) return schedule.after(chance.between(0, 4), () => go(step + 1));
        }
        left -= 1;
        if (left === 0) then();
      };
      schedule.at(chains.length > 1 ? at + chance.between(0, 1) : at, () => go(0));
    }
  }

  const latency = (slow: number): number => chance.between(0.3, 2) * slow * (chance.hits(0.02) ? 10 : 1);

  return {
    now: () => Math.round(EPOCH + schedule.now),
    carry<T>(make: MakeWork<T>): Promise<T> {
      const { op, chains, result } = make();
      if (life.isOver) return new Promise(() => undefined);
      const trouble = weather.storeOf(node);
      const leavesAt = life.leavesAt;
      const sentAt = schedule.now;
      const arrivesAt = leavesAt + latency(trouble.slow);
      const fate = chance.random();
      const changes = op !== 'read' && op !== 'now';
      const all = (chain: unknown[]) => chain.length;
      const part = (chain: unknown[]) => (op === 'transaction' ? 1 : chance.whole(0, chain.length));
      // A process that was stopped before it had sent this, and ended so, never sends it.
      const isSent = () => leavesAt === sentAt || !life.isOver;
      const start = (at: number, most: typeof all, then: () => void) =>
        schedule.at(at, () => isSent() && carryOut(chains, at, most, then));
      return new Promise<T>((resolve, reject) => {
        const fail = (why: string) => reject(new StoreUnavailable(why));
        let edge = trouble.refused;
        if (fate < edge) return life.comes(arrivesAt, () => fail('no primary'));
        edge += trouble.hung;
        if (fate < edge) return void life.timer(DEADLINE_MS, () => fail('no answer in time'));
        edge += trouble.unanswered;
        if (fate < edge) {
          start(arrivesAt, changes && chance.hits(0.5) ? part : all, () => undefined);
          return life.comes(arrivesAt + latency(1), () => fail('the connection broke'));
        }
        edge += trouble.late;
        if (changes && fate < edge) {
          start(arrivesAt + chance.between(5, trouble.lateMs), all, () => undefined);
          return life.comes(arrivesAt, () => fail('the connection broke'));
        }
        edge += trouble.repeated;
        if (changes && fate < edge) {
          const again = make();
          const answers = () => life.comes(schedule.now + latency(1), () => resolve(again.result()));
          return start(arrivesAt, chance.hits(0.5) ? part : all, () =>
            carryOut(again.chains, schedule.now + chance.between(1, AGAIN_MS), all, answers),
          );
        }
        if (trouble.slow > 10) life.timer(DEADLINE_MS, () => fail('no answer in time'));
        start(arrivesAt, all, () => {
          const answer = result();
          life.comes(schedule.now + latency(trouble.slow), () => resolve(answer));
        });
      });
    },
  };
}
