/** A store that did not say what became of a commit: what was decided is decided again, and answered as if once. */
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createAddressKind } from '#actors/v1/address-actor.js';
import type { AddressState } from '#actors/v1/address-state.js';
import type { V1Command } from '#actors/v1/commands.js';
import { FORMAT } from '#src/domain/format.js';
import type { V1Account, V1Session, V1Token, V1TokenKind } from '#src/domain/v1/v1-account.js';

const NOW = 1_000_000;
const LATER = NOW + 3_600_000;
const kind = createAddressKind();
const mailed = {
  link: 'new link',
  mail: 'new mail',
  email: 'ada@example.com',
  language: 'en',
  from: 'a network',
} as const;
const opened = { sessionId: 'new session', refreshHash: 'new hash', expiresAt: LATER };

function account(verifiedAt: number | null): V1Account {
  const who = { _id: 'address', version: 1, account: 'account', email: 'ada@example.com', createdAt: NOW };
  return { ...who, passwordHash: 'hash', passwordRev: 1, verifiedAt, contested: false, lastLink: null };
}

function token(id: string, of: V1TokenKind): V1Token {
  return {
    _id: id,
    address: 'address',
    kind: of,
    passwordHash: 'of link',
    boundTo: 'browser',
    at: NOW,
    expiresAt: LATER,
  };
}

const session: V1Session = {
  _id: 'session',
  address: 'address',
  account: 'account',
  method: 'provider',
  generation: 0,
  recent: [],
  refreshHash: 'refresh hash',
  createdAt: NOW,
  lastUsedAt: NOW,
  expiresAt: LATER,
};

function stateOf(known: V1Account | null): AddressState {
  const tokens = [token('verify', 'verify'), token('reset', 'reset'), token('code', 'code')];
  return {
    id: 'address',
    account: known,
    sessions: new Map([['session', { ...session }]]),
    tokens: new Map(tokens.map((each) => [each._id, each])),
    mails: new Map(),
  };
}

function turn(state: AddressState, command: V1Command, attempt: number): Turned {
  const at: Turn = { id: 'turn', now: NOW, env: systemEnv, owner: 'owner', format: FORMAT, attempt };
  return kind.turn(state, command, at);
}

function replyOf(turned: Turned): unknown {
  if (turned.kind === 'read-first') throw new Error('an address reads nothing for a second time');
  return turned.kind === 'refuse' ? turned.refusal.code : turned.reply;
}

const commands: [V1Command, V1Account | null][] = [
  [{ type: 'register', accountId: 'account', passwordHash: 'new', sameAs: null, ...mailed }, null],
  [{ type: 'register', accountId: 'other', passwordHash: 'new', sameAs: null, ...mailed }, account(null)],
  [{ type: 'register', accountId: 'other', passwordHash: 'new', sameAs: null, ...mailed }, account(NOW)],
  [{ type: 'resend_verification', ...mailed }, account(null)],
  [{ type: 'resend_verification', ...mailed }, null],
  [{ type: 'forget_password', ...mailed }, account(NOW)],
  [{ type: 'forget_password', ...mailed }, null],
  [{ type: 'verify', link: 'verify' }, account(null)],
  [{ type: 'reset_password', link: 'reset', passwordHash: 'new', mail: 'new mail', language: 'en' }, account(NOW)],
  [{ type: 'log_in', passwordRev: 1, ...opened }, account(NOW)],
  [{ type: 'rehash', passwordRev: 1, passwordHash: 'new' }, account(NOW)],
  [
    {
      type: 'enter_with_provider',
      email: 'ada@example.com',
      accountId: 'a',
      link: 'l',
      boundTo: 'b',
      expiresAt: LATER,
    },
    null,
  ],
  [{ type: 'exchange_code', link: 'code', boundTo: 'browser', ...opened }, account(NOW)],
  [
    { type: 'rotate', generation: 0, usedHash: 'refresh hash', replayMs: 15_000, ...opened, sessionId: 'session' },
    account(NOW),
  ],
  [{ type: 'close', sessionId: 'session' }, account(NOW)],
  [{ type: 'close_listed', accountId: 'account', sessionId: 'session' }, account(NOW)],
  [
    { type: 'delete_account', accountId: 'account', sessionId: 'session', passwordRev: 1, mail: 'm', language: 'en' },
    account(NOW),
  ],
];

describe('a decision made twice', () => {
  it.each(commands)('on %j is answered as the first time', (command, known) => {
    const state = stateOf(known);
    const first = turn(state, command, 0);
    expect(first.kind).toBe('commit');
    const mails = state.mails.size;
    const second = turn(state, command, 1);
    expect(replyOf(second)).toEqual(replyOf(first));
    expect(state.mails.size).toBe(mails);
  });

  it.each<[V1Command, string]>([
    [{ type: 'verify', link: 'verify' }, 'invalid_verification_token'],
    [{ type: 'reset_password', link: 'reset', passwordHash: 'new', mail: 'm', language: 'en' }, 'invalid_reset_token'],
    [{ type: 'close_listed', accountId: 'account', sessionId: 'session' }, 'not_found'],
  ])('is not mistaken for a second request: %j', (command, code) => {
    const state = stateOf(account(null));
    expect(turn(state, command, 0).kind).toBe('commit');
    expect(replyOf(turn(state, command, 0))).toBe(code);
  });

  it('and a code is good for one login, in its browser, until its last millisecond', () => {
    const exchange = (state: AddressState, boundTo: string | null, sessionId = 'new session') =>
      replyOf(turn(state, { type: 'exchange_code', link: 'code', boundTo, ...opened, sessionId }, 0));
    const state = stateOf(account(NOW));
    expect(exchange(state, 'another browser')).toBe('invalid_code');
    expect(exchange(state, null)).toBe('invalid_code');
    expect(exchange(state, 'browser')).toMatchObject({ account: { id: 'account' } });
    expect(exchange(state, 'browser', 'another session')).toBe('invalid_code');
    const late = stateOf(account(NOW));
    late.tokens.set('code', { ...token('code', 'code'), expiresAt: NOW });
    expect(exchange(late, 'browser')).toBe('invalid_code');
    late.tokens.set('code', { ...token('code', 'code'), expiresAt: NOW + 1 });
    expect(exchange(late, 'browser')).toMatchObject({ account: { id: 'account' } });
  });

  it('and no more than twenty mails of a kind to one address are fresh at once, five of them from one network', () => {
    const state = stateOf(account(null));
    state.tokens.clear();
    let sent = 0;
    const ask = (type: 'forget_password' | 'resend_verification', from: string) => {
      sent += 1;
      turn(state, { type, ...mailed, from, link: `link ${sent}`, mail: `mail ${sent}` }, 0);
    };
    for (let mail = 0; mail < 10; mail += 1) ask('forget_password', 'one network');
    expect(state.mails.size).toBe(5);
    for (let mail = 0; mail < 30; mail += 1) ask('forget_password', `network ${mail}`);
    expect(state.mails.size).toBe(20);
    ask('resend_verification', 'one network');
    expect(state.mails.size).toBe(21);
  });
});
