/**
 * The devices of an account: the session holds their description, and a document of its own the push token. Memory may
 * not know that a token has moved to another account; the guards refuse the write then, and it is read again.
 */

import { refuse, reply } from '#actors/runtime/decision.js';
import type { Output, Turn, Turned } from '#actors/runtime/kind.js';
import type { Account, SessionId } from '#src/domain/accounts/account.js';
import type { PushWorld } from '#src/domain/accounts/device.js';
import { asDoc, type Write } from '#src/store/store.js';
import type { Device } from '../commands/device-commands.js';
import type { Session } from '../commands/session-commands.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, toUser, type UserState } from '../user-state.js';

type SetDevice = CommandOf<'set_device'>;

function setDevice(state: UserState, command: SetDevice, { now }: Turn): Turned {
  const { account, sessions } = state;
  const session = sessions.get(command.sessionId);
  if (!account || !session || now >= session.expiresAt) return refuse('not_found');
  const described: Session = { ...session, ...command.fields, version: session.version + 1 };
  sessions.set(described._id, described);
  const writes: Write[] = [{ op: 'put', in: 'sessions', doc: asDoc(described) }, ...setToken(state, command, now)];
  const unit = change(state, account, namedDevices(state, account), writes);
  return { kind: 'commit', unit, reply: null, outputs: deviceEvents(account, session, described, command) };
}

function setToken(state: UserState, { sessionId, push, pushEnv, fields }: SetDevice, now: number): Write[] {
  const known = state.devices.get(sessionId);
  const isIos = fields.platform === 'ios';
  if (!push) {
    const env = isIos ? (pushEnv ?? known?.env ?? 'production') : null;
    return known && known.env !== env ? [moveWorld(state, known, env)] : [];
  }
  const isSame = known?._id === push.id;
  const kept = isSame ? known?.env : null;
  const env = isIos ? (pushEnv ?? kept ?? 'production') : null;
  const since = isSame ? known.since : now;
  const named = { _id: push.id, account: state.id, session: sessionId, token: push.token, env, since };
  const device: Device = push.web ? { ...named, web: push.web } : named;
  for (const [other, { _id }] of state.devices) if (_id === push.id) state.devices.delete(other);
  state.devices.set(sessionId, device);
  // Whosever it was before: a token is one device, and that is the one that has it now.
  const put: Write = { op: 'put', in: 'devices', doc: asDoc(device) };
  return known && !isSame ? [removal(known), put] : [put];
}

function moveWorld(state: UserState, device: Device, env: PushWorld | null): Write {
  state.devices.set(device.session, { ...device, env });
  return { op: 'set', in: 'devices', id: device._id, set: { env }, guard: isOf(device) };
}

const isOf = ({ session }: Device) => ({ equals: { session } });
const removal = (device: Device): Write => ({ op: 'del', in: 'devices', id: device._id, guard: isOf(device) });

/** The push tokens of these sessions are deleted in the commit that closes the sessions. */
export function dropTokens(state: UserState, sessions: Iterable<SessionId>): Write[] {
  const writes: Write[] = [];
  for (const session of sessions) {
    const device = state.devices.get(session);
    if (!device) continue;
    state.devices.delete(session);
    writes.push(removal(device));
  }
  return writes;
}

/** The part that the account itself carries: pages of people are filtered and served by point reads of accounts. */
export function namedDevices({ devices }: UserState, account: Account): Partial<Account> {
  const ids = [...devices.values()].map(({ _id }) => _id).sort();
  return ids.join() === (account.devices ?? []).join() ? {} : { devices: ids };
}

function deviceEvents(before: Account, old: Session, { language }: Session, { push }: SetDevice): Output[] {
  const outputs: Output[] = [];
  const to = before._id;
  // Apps register at every start: only the first device of an account is news to those who look for devices.
  if (push && !before.devices?.length) outputs.push(toUser({ to, type: 'device:registered' }));
  if (language !== old.language) outputs.push(toUser({ to, type: 'language', sessionId: old._id, language }));
  return outputs;
}

function forgetToken(state: UserState, sessionId: SessionId): Turned {
  const { account } = state;
  const writes = dropTokens(state, [sessionId]);
  if (!account || writes.length === 0) return reply(null);
  return {
    kind: 'commit',
    unit: change(state, account, namedDevices(state, account), writes),
    reply: null,
    outputs: [],
  };
}

function dropToken(state: UserState, { device, since }: CommandOf<'drop_token'>): Turned {
  const dead = [...state.devices.values()].find(({ _id }) => _id === device);
  return dead?.since === since ? forgetToken(state, dead.session) : reply(null);
}

export const deviceHandlers: Handlers<'set_device' | 'forget_token' | 'drop_token'> = {
  set_device: { handle: setDevice },
  forget_token: { handle: (state, { sessionId }) => forgetToken(state, sessionId) },
  drop_token: { handle: dropToken },
};
