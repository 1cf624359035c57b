import { createPrivateKey } from 'node:crypto';
import { createApnsSender } from '#src/adapters/push/apns-sender.js';
import { createFcmToken } from '#src/adapters/push/fcm-token.js';
import { PUSH_TIMEOUT_MS } from '#src/adapters/push/push-sender.js';
import type { ApnsConfig, FcmConfig, PushConfig, WebPushConfig } from '#src/config/push-config.js';
import { type Examination, type Finding, ok, problem, warning } from './finding.js';

/** A device that does not exist: the service has to know us before it says so. */
const NO_DEVICE = '0'.repeat(64);
const push = { type: 'message', roomSlug: 'doctor', messageId: '00000000-0000-7000-8000-000000000000' } as const;

export async function examinePush({ apns, fcm, web }: PushConfig): Promise<Examination> {
  const findings = await Promise.all([
    apns ? examineApns(apns) : warning('iOS: not configured (APNS_…); pushes are written to the log'),
    fcm ? examineFcm(fcm) : warning('other devices: not configured (FCM_…); pushes are written to the log'),
    web ? examineBrowsers(web) : ok('browsers: off (WEB_PUSH_HOSTS)'),
  ]);
  return { findings };
}

async function examineApns(apns: ApnsConfig): Promise<Finding> {
  const sender = createApnsSender({ ...apns, key: createPrivateKey(apns.privateKey), now: Date.now });
  try {
    const target = { platform: 'ios', token: NO_DEVICE, env: 'production' as const, language: null };
    const result = await sender.send(target, push);
    // A token that it calls invalid was judged by a service that has accepted the key.
    if (result.kind === 'gone' || result.kind === 'sent') return ok(`iOS: ${apns.productionOrigin} accepts the key`);
    return problem(`iOS: ${apns.productionOrigin} answers ${result.why}`);
  } finally {
    await sender.close();
  }
}

async function examineFcm(fcm: FcmConfig): Promise<Finding> {
  const account = { ...fcm, key: createPrivateKey(fcm.privateKey) };
  await createFcmToken({ account, now: Date.now }).get();
  return ok(`other devices: ${new URL(fcm.tokenUri).host} accepts the service account of ${fcm.projectId}`);
}

/** Any answer will do: a push service says nothing of a subscription that does not exist. */
async function examineBrowsers({ hosts }: WebPushConfig): Promise<Finding> {
  const named = hosts.filter((host) => !host.startsWith('*.'));
  const asked = await Promise.all(named.map(isReached));
  const lost = named.filter((_, at) => !asked[at]);
  if (lost.length > 0) return warning(`browsers: ${lost.join(', ')} cannot be reached; their pushes wait`);
  return ok(`browsers: ${hosts.join(', ')} may be called`);
}

async function isReached(host: string): Promise<boolean> {
  const origin = host.includes('://') ? host : `https://${host}`;
  const request = { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(PUSH_TIMEOUT_MS) } as const;
  return fetch(origin, request).then(
    () => true,
    () => false,
  );
}
