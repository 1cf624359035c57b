/** The devices of accounts to which pushes are sent now. */
import type { Device, Session } from '#actors/user/commands.js';
import type { PushTarget } from '#src/adapters/push/push-sender.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Reader } from '#src/store/store.js';

export type Reachable = Device & { on: Session };

/** Devices with an unexpired session that still belong to the same account. */
export async function devicesOf(reader: Reader, ids: AccountId[], now: number): Promise<Reachable[]> {
  const accounts = (await reader.getMany<Account>('accounts', ids)).filter((account) => account !== null);
  const named = accounts.flatMap(({ _id, devices = [] }) => devices.map((device) => ({ device, account: _id })));
  const devices = await reader.getMany<Device>(
    'devices',
    named.map(({ device }) => device),
  );
  const theirs = devices.filter((device, at) => device?.account === named[at]?.account) as Device[];
  const sessions = await reader.getMany<Session>(
    'sessions',
    theirs.map(({ session }) => session),
  );
  return theirs.flatMap((device, at) => {
    const on = sessions[at];
    return on && on.expiresAt > now ? [{ ...device, on }] : [];
  });
}

export const targetOf = ({ token, env, web, on }: Reachable): PushTarget => ({
  platform: on.platform ?? '',
  token,
  env,
  language: on.language,
  web,
});
