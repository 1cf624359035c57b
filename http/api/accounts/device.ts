import { hash } from 'node:crypto';
import type { PushToken, Users } from '#actors/user/commands.js';
import { noContent, type Route, route } from '#http/routing/route.js';
import { isPushEndpoint } from '#src/adapters/push/web/push-endpoints.js';
import { webPushKey } from '#src/adapters/push/web/vapid-keys.js';
import type { Config } from '#src/config/config.js';
import type { SessionId } from '#src/domain/accounts/account.js';
import type { DeviceFields } from '#src/domain/accounts/device.js';
import { RefusalError } from '#src/errors.js';
import { type DeviceBody, deviceEndpoints } from '#src/protocol/accounts/device.js';

export interface DeviceRoutesDeps {
  users: Users;
  config: Pick<Config, 'push'>;
}

/** The id of no session. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

export function deviceRoutes({ users, config }: DeviceRoutesDeps): Route[] {
  const { web } = config.push;
  const key = web && webPushKey(web);
  return [
    route(deviceEndpoints.setDevice, async ({ holder: { accountId, sessionId }, body }) => {
      refuseSessionless(sessionId);
      const push = body.push_token === undefined ? {} : { push: pushToken(body.push_token) };
      const pushEnv = body.push_env === undefined ? {} : { pushEnv: body.push_env };
      await users.ask(accountId, { type: 'set_device', sessionId, fields: fieldsOf(body), ...push, ...pushEnv });
      return noContent();
    }),
    route(deviceEndpoints.setWebPush, async ({ holder: { accountId, sessionId }, body: { endpoint, keys } }) => {
      refuseSessionless(sessionId);
      if (!web || !key) throw new RefusalError('not_found');
      // The service would call any address that a client names.
      if (!isPushEndpoint(endpoint, web.hosts))
        throw new RefusalError('invalid_request', { message: 'endpoint must be at an allowed push service' });
      const push = { ...pushToken(endpoint), web: { ...keys, key } };
      await users.ask(accountId, { type: 'set_device', sessionId, fields: { platform: 'web_app' }, push });
      return noContent();
    }),
    route(deviceEndpoints.forgetDevice, async ({ holder: { accountId, sessionId } }) => {
      await users.ask(accountId, { type: 'forget_token', sessionId });
      return noContent();
    }),
  ];
}

/** The client must exchange it for a token with a session, as it does with an expired one. */
function refuseSessionless(sessionId: SessionId): void {
  if (sessionId === NO_SESSION) throw new RefusalError('token_expired');
}

const pushToken = (token: string): PushToken => ({
  id: hash('sha256', token, 'base64url'),
  token,
});

function fieldsOf(body: DeviceBody): Pick<DeviceFields, 'platform'> & Partial<DeviceFields> {
  const texts = {
    deviceModel: body.device_model,
    deviceManufacturer: body.device_manufacturer,
    appVersion: body.app_version,
    osVersion: body.os_version,
  };
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  return {
    platform: body.platform,
    ...Object.fromEntries(given.map(([key, value]) => [key, value || null])),
    ...(body.is_emulator === undefined ? {} : { isEmulator: body.is_emulator }),
    ...(body.language === undefined ? {} : { language: body.language }),
  };
}
