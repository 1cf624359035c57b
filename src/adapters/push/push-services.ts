/** The push services that are configured; the log in place of the others. */
import { createPrivateKey } from 'node:crypto';
import type { PushConfig } from '#src/config/config.js';
import { createApnsSender } from './apns-sender.js';
import { withCircuitBreaker } from './circuit-breaker.js';
import { createFcmSender } from './fcm-sender.js';
import { createLogSender, type DebugLog } from './log-sender.js';
import { type PushSender, serviceOf } from './push-sender.js';
import { createWebPushSender } from './web/web-push-sender.js';

export function createPushSender({ apns, fcm, web }: PushConfig, now: () => number, log: DebugLog): PushSender {
  const logged = createLogSender(log);
  const services: Record<ReturnType<typeof serviceOf>, PushSender> = {
    apns: apns ? createApnsSender({ ...apns, key: createPrivateKey(apns.privateKey), now }) : logged,
    fcm: fcm
      ? createFcmSender({ account: { ...fcm, key: createPrivateKey(fcm.privateKey) }, origin: fcm.origin, now })
      : logged,
    web: web ? createWebPushSender({ ...web, now }) : logged,
  };
  const each: PushSender = {
    send: (target, push) => services[serviceOf(target)].send(target, push),
    async close() {
      await Promise.all(Object.values(services).map((service) => service.close()));
    },
  };
  return withCircuitBreaker(each, { monotonic: () => performance.now() });
}
