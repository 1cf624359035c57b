/** Without a push service, pushes are written to the log at debug level. */
import { dataOf, type PushSender } from './push-sender.js';

export interface DebugLog {
  debug(fields: object, text: string): void;
}

export function createLogSender(log: DebugLog): PushSender {
  return {
    async send({ platform, env }, push) {
      log.debug({ platform, env, ...dataOf(push) }, 'push');
      return { kind: 'sent' };
    },
    close: async () => undefined,
  };
}
