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
