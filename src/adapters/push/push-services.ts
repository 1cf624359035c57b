/**
 * Chooses the service of a push: Apple's for iOS, Google's for all others, the log if the service is not configured.
 */
import { createPrivateKey } from 'node:crypto';
import type { PushConfig } from '#src/config/config.js';
import { createApnsSender } from './apns-sender.js';
import { createFcmSender } from './fcm-sender.js';
import { createLogSender, type DebugLog } from './log-sender.js';
import type { PushSender } from './push-sender.js';

export function createPushSender({ apns, fcm }: PushConfig, now: () => number, log: DebugLog): PushSender {
  const logged = createLogSender(log);
  const ios = apns ? createApnsSender({ ...apns, key: createPrivateKey(apns.privateKey), now }) : logged;
  const others = fcm
    ? createFcmSender({ account: { ...fcm, key: createPrivateKey(fcm.privateKey) }, origin: fcm.origin, now })
    : logged;
  return {
    send: (target, push) => (target.platform === 'ios' ? ios : others).send(target, push),
    async close() {
      await Promise.all([ios.close(), others.close()]);
    },
  };
}
