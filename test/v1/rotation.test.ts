/** What a refresh token is worth, to the millisecond. */
import type { Turn, Turned } from '#actors/runtime/kind.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { AddressState } from '#actors/v1/address-state.js';
import { rotate } from '#actors/v1/sessions.js';
import { FORMAT } from '#src/domain/format.js';
import type { V1Account, V1Session } from '#src/domain/v1/v1-account.js';

const REPLAY_MS = 15_000;
const START = 1_000_000;
const END = START + 2_592_000_000;

const account: V1Account = {
  _id: 'address',
  version: 1,
  account: 'account',
  email: 'ada@example.com',
  passwordHash: null,
  passwordRev: 1,
  verifiedAt: START,
  contested: false,
  lastLink: null,
  createdAt: START,
};
const session: V1Session = {
  _id: 'session',
  address: 'address',
  account: 'account',
  method: 'password',
  generation: 0,
  recent: [],
  refreshHash: 'hash 0',
  createdAt: START,
  lastUsedAt: START,
  expiresAt: END,
};

function entered(): AddressState {
  const sessions = new Map([[session._id, { ...session }]]);
  return { id: 'address', account, sessions, tokens: new Map(), mails: new Map() };
}

let calls = 0;

/** The token of that number is presented at that moment. */
function present(state: AddressState, generation: number, now: number): string {
  const turn: Turn = { id: 'turn', now, env: systemEnv, owner: 'owner', format: FORMAT, attempt: 0 };
  calls += 1;
  const held = state.sessions.get(session._id);
  const next = { refreshHash: `hash of answer ${calls}`, expiresAt: END + now };
  const usedHash = held?.generation === generation ? held.refreshHash : 'hash of a used one';
  const token = { generation, usedHash, replayMs: REPLAY_MS };
  return outcomeOf(rotate(state, { type: 'rotate', sessionId: session._id, ...token, ...next }, turn));
}

function outcomeOf(turned: Turned): string {
  if (turned.kind === 'refuse') return turned.refusal.code;
  if (turned.kind === 'read-first') throw new Error('an address reads nothing for a second time');
  return turned.reply === null ? 'closed' : 'rotated';
}

describe('a refresh token', () => {
  it('is good until the millisecond before its end', () => {
    expect(present(entered(), 0, END - 1)).toBe('rotated');
    expect(present(entered(), 0, END)).toBe('invalid_refresh_token');
  });

  it.each([
    [0, 'refresh_conflict'],
    [REPLAY_MS, 'refresh_conflict'],
    [REPLAY_MS + 1, 'closed'],
  ])('that comes again %d ms after its use: %s', (later, outcome) => {
    const state = entered();
    expect(present(state, 0, START)).toBe('rotated');
    expect(present(state, 0, START + later)).toBe(outcome);
    const again = entered();
    present(again, 0, START);
    // Another of its followers was used meanwhile: the window is that of the token itself.
    present(again, 1, START + 1);
    expect(present(again, 0, START + later)).toBe(outcome);
  });

  it('of a closed session is refused as such, and a used one stays recognised', () => {
    const state = entered();
    present(state, 0, START);
    present(state, 1, START);
    expect(present(state, 0, START + REPLAY_MS + 1)).toBe('closed');
    expect(present(state, 2, START + REPLAY_MS + 1)).toBe('session_revoked');
    expect(present(state, 1, START + REPLAY_MS + 1)).toBe('refresh_token_reused');
    expect(present(state, 0, END + START - 1)).toBe('refresh_token_reused');
    expect(present(state, 0, END + START)).toBe('invalid_refresh_token');
  });
});
