import { createPrivateKey } from 'node:crypto';
import { createApnsSender } from '#src/adapters/push/apns-sender.js';
import { createFcmToken } from '#src/adapters/push/fcm-token.js';
import type { ApnsConfig, FcmConfig, PushConfig } from '#src/config/push-config.js';
import { type Examination, type Finding, ok, problem, warning } from './finding.js';

/** A device that does not exist: the service has to know us before it says so. */
const NO_DEVICE = '0'.repeat(64);
const push = { type: 'message', roomSlug: 'doctor', messageId: '00000000-0000-7000-8000-000000000000' } as const;

export async function examinePush({ apns, fcm }: PushConfig): Promise<Examination> {
  const findings = await Promise.all([
    apns ? examineApns(apns) : warning('iOS: not configured (APNS_…); pushes are written to the log'),
    fcm ? examineFcm(fcm) : warning('other devices: not configured (FCM_…); pushes are written to the log'),
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
