/** The way to the lease table: one connection, so what is sent on it is carried out in that order. */
import { TableUnavailable } from '#src/cluster/lease-table.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import type { FaultConditions } from './fault-conditions.js';
import type { TableChannel } from './virtual-lease-table.js';

/** Of the timeout: late enough to be given up, and soon enough that one slow answer does not end a lease. */
const SLOW_SHARE = 5 / 3;

export function delayedTable(
  node: string,
  life: ProcessLifetime,
  weather: FaultConditions,
  timeoutMs: number,
): TableChannel {
  const { schedule, chance } = weather;
  let lastAt = 0;

  return {
    carry<T>(step: () => T): Promise<T> {
      if (life.isOver) return new Promise(() => undefined);
      const leavesAt = life.leavesAt;
      const sentAt = schedule.now;
      const isSlow = chance.hits(0.01);
      const arrivesAt = Math.max(
        lastAt,
        leavesAt + chance.between(0.2, 1.5) + (isSlow ? chance.between(0, timeoutMs * SLOW_SHARE) : 0),
      );
      lastAt = arrivesAt;
      return new Promise<T>((resolve, reject) => {
        const late = () => reject(new TableUnavailable('no answer in time'));
        const stop = life.timer(timeoutMs, late);
        schedule.at(arrivesAt, () => {
          if (leavesAt !== sentAt && life.isOver) return;
          if (!weather.isHeardByRedis(node)) return;
          const answer = step();
          if (!weather.hearsRedis(node)) return;
          // The answer may be lost with the connection.
          if (chance.hits(0.001)) return;
          life.comes(schedule.now + chance.between(0.2, 1.5), () => {
            stop();
            resolve(answer);
          });
        });
      });
    },
    hint(run) {
      if (weather.hearsRedis(node) && !chance.hits(0.05)) {
        life.comes(schedule.now + chance.between(0.2, 3), run);
      }
    },
  };
}
