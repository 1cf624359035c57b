/**
 * Chooses the service of a push: the browser's own for a page, Apple's for iOS, Google's for all others; the log if the service is not configured.
 */
import { createPrivateKey } from 'node:crypto';
import type { PushConfig } from '#src/config/config.js';
import { createApnsSender } from './apns-sender.js';
import { createFcmSender } from './fcm-sender.js';
import { createLogSender, type DebugLog } from './log-sender.js';
import type { PushSender, PushTarget } from './push-sender.js';
import { createWebPushSender } from './web/web-push-sender.js';

export function createPushSender({ apns, fcm, web }: PushConfig, now: () => number, log: DebugLog): PushSender {
  const logged = createLogSender(log);
  const ios = apns ? createApnsSender({ ...apns, key: createPrivateKey(apns.privateKey), now }) : logged;
  const others = fcm
    ? createFcmSender({ account: { ...fcm, key: createPrivateKey(fcm.privateKey) }, origin: fcm.origin, now })
    : logged;
  const browsers = web ? createWebPushSender({ ...web, now }) : logged;
  const serviceOf = ({ web: isBrowser, platform }: PushTarget): PushSender => {
    if (isBrowser) return browsers;
    return platform === 'ios' ? ios : others;
  };
  return {
    send: (target, push) => serviceOf(target).send(target, push),
    async close() {
      await Promise.all([ios.close(), others.close()]);
    },
  };
}
