import type { Language } from '#src/domain/accounts/account.js';
import {
  DEVICE_TEXT_MAX,
  type Platform,
  PUSH_TOKEN_BYTES_MAX,
  type PushWorld,
  platforms,
  pushWorlds,
} from '#src/domain/accounts/device.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, name, object, oneOf, text } from '../schema/kinds.js';

export interface DeviceBody {
  platform: Platform;
  push_token?: string;
  push_env?: PushWorld;
  device_model?: string;
  device_manufacturer?: string;
  is_emulator?: boolean;
  language?: Language;
  app_version?: string;
  os_version?: string;
}

export interface WebPushBody {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** An uncompressed point of P-256, and sixteen bytes. */
const P256DH = /^B[A-Za-z0-9_-]{86}$/;
const AUTH = /^[A-Za-z0-9_-]{22}$/;
const ENDPOINT_BYTES_MAX = 2_048;

const tag = 'Devices and notifications';
const deviceText = () => name().chars(0, DEVICE_TEXT_MAX).allow('').description('Empty is unspecified.');

const deviceBody = object<DeviceBody>({
  platform: oneOf(...platforms)
    .required()
    .example('android')
    .description("`ios` goes to Apple's push service, all others to Google's."),
  push_token: text()
    .min(1)
    .utf8(PUSH_TOKEN_BYTES_MAX)
    .description('Android registration token, or iOS device token in hexadecimal. Left out: the token stays.'),
  push_env: oneOf(...pushWorlds).description('iOS only. A new token without it is of `production`.'),
  device_model: deviceText().example('Pixel 9'),
  device_manufacturer: deviceText(),
  is_emulator: flag(),
  language: oneOf('tr', 'en').description('The language of notifications to this session.'),
  app_version: deviceText().example('1.4.0'),
  os_version: deviceText(),
}).label('Device');

const webPushBody = object<WebPushBody>({
  endpoint: text()
    .min(1)
    .utf8(ENDPOINT_BYTES_MAX)
    .required()
    .example('https://fcm.googleapis.com/fcm/send/e4a1b2')
    .description('The address at a push service that this service may call (`WEB_PUSH_HOSTS`).'),
  keys: object({
    p256dh: text()
      .pattern(P256DH)
      .required()
      .example('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
    auth: text().pattern(AUTH).required().example('BTBZMqHH6r4Tts7J_aSIgg'),
  }).required(),
})
  .label('WebPush')
  .description('A `PushSubscription` of the browser as JSON, made with `web_push_key` of `GET /api/client-config`.');

export const deviceEndpoints = {
  setDevice: endpoint({
    id: 'setDevice',
    method: 'put',
    path: '/api/me/device',
    tag,
    summary: 'Set the device of this session and its push token',
    description:
      'Idempotent; a field that is left out stays as it is. A push token that is on another session moves to this one. A push holds `type` (`message` or `mention`), `room_slug` and `message_id`, a fixed sentence, and nothing else.',
    access: 'bearer',
    body: deviceBody,
    unfit: 'invalid_request',
    answers: { 204: { description: 'Done.' } },
    refusals: ['not_found'],
  }),
  setWebPush: endpoint({
    id: 'setWebPush',
    method: 'put',
    path: '/api/me/web-push',
    tag,
    summary: 'Set the push subscription of the browser of this session',
    description:
      'Idempotent. It takes the place of a push token of this session, and moves from another session to this one; `DELETE /api/me/device` removes it. A push is encrypted for the browser (RFC 8291), and holds `type`, `room_slug`, `message_id` and `text`, a fixed sentence in the language of the session.',
    access: 'bearer',
    body: webPushBody,
    unfit: 'invalid_request',
    answers: { 204: { description: 'Done.' } },
    refusals: ['not_found'],
  }),
  forgetDevice: endpoint({
    id: 'forgetDevice',
    method: 'delete',
    path: '/api/me/device',
    tag,
    summary: 'Remove the push token of this session',
    description: 'The description of its device stays.',
    access: 'bearer',
    answers: { 204: { description: 'Done, also when there was no token or no session any more.' } },
    refusals: ['invalid_request'],
  }),
};
