/** The client on different platforms: locks, events of the network and of storages, uploads; its errors and listeners. */
import { createHash } from 'node:crypto';
import { pause, waitMs } from '#sdk/back-off.js';
import { contentOf } from '#sdk/content.js';
import { Emitter } from '#sdk/emitter.js';
import { goneCodeOf, isPassing, isRefusal, MeydanError, refusal } from '#sdk/errors.js';
import { beginIdentity, identityProof } from '#sdk/identity.js';
import { followNetwork } from '#sdk/network.js';
import { runCommand } from '#sdk/send-text.js';
import { storedOutbox, storedSession } from '#sdk/storage.js';
import { TypingNames, typingHints } from '#sdk/typing.js';
import { uploadTo } from '#sdk/uploads.js';
import { quickTimers, settled } from './quick-timers.js';

const here = globalThis as unknown as Record<string, unknown>;
const texts = () => {
  const held = new Map<string, string>();
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
};

describe('a storage', () => {
  it('lets one program at a time refresh, where the platform has locks', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    const locked: string[] = [];
    const locks = {
      request: async (name: string, turn: () => Promise<unknown>) => {
        locked.push(name);
        return turn();
      },
    };
    try {
      Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
      expect(await storedSession(texts(), 'own').alone?.(async () => 'done')).toBe('done');
      expect(locked).toEqual(['own']);
      for (const value of [{}, undefined]) {
        Object.defineProperty(globalThis, 'navigator', { value, configurable: true });
        expect(storedSession(texts())).not.toHaveProperty('alone');
      }
    } finally {
      if (own) Object.defineProperty(globalThis, 'navigator', own);
      else delete here.navigator;
    }
  });

  it('is watched without events where the platform has none', () => {
    const stop = storedSession(texts()).watch?.(() => undefined);
    expect(() => stop?.()).not.toThrow();
  });

  it('holds nothing where its text is of another program, and a session of an earlier version', () => {
    const storage = texts();
    storage.held.set('own.ada', 'not JSON');
    expect([storedOutbox(storage, 'own').load('ada'), storedOutbox(storage).load('ada')]).toEqual([[], []]);
    const item = { clientId: 'c', draft: {} };
    storage.held.set('meydan.outbox.ada', JSON.stringify([item, { clientId: 7, draft: {} }, { draft: {} }]));
    expect(storedOutbox(storage).load('ada')).toEqual([item]);
    storage.held.set('meydan.session', '{"access":"a","refresh":"r"}');
    expect(storedSession(storage).load()).toEqual({ access: 'a', refresh: 'r', lifetimeMs: 0 });
  });
});

describe('the network', () => {
  it('is followed where the platform tells of it, until that is stopped', () => {
    const told: string[] = [];
    const heard = { online: () => void told.push('online'), offline: () => void told.push('offline') };
    expect(followNetwork(heard)).not.toThrow();
    const events = new EventTarget();
    here.addEventListener = events.addEventListener.bind(events);
    here.removeEventListener = events.removeEventListener.bind(events);
    try {
      const stop = followNetwork(heard);
      for (const name of ['offline', 'online']) events.dispatchEvent(new Event(name));
      expect(told).toEqual(['offline', 'online']);
      stop();
      for (const name of ['offline', 'online']) events.dispatchEvent(new Event(name));
      expect(told).toHaveLength(2);
    } finally {
      delete here.addEventListener;
      delete here.removeEventListener;
    }
  });
});

describe('a listener', () => {
  class Own extends Emitter<{ said: string }> {
    say = (text: string) => this.emit('said', text);
  }

  it('that throws stops no other, and its error is the program’s', () => {
    const own = new Own();
    const heard: string[] = [];
    own.on('said', () => {
      throw new Error('of the program');
    });
    own.on('said', (text) => void heard.push(text));
    const real = globalThis.queueMicrotask;
    const queued: (() => void)[] = [];
    globalThis.queueMicrotask = (run) => void queued.push(run);
    try {
      own.say('selam');
    } finally {
      globalThis.queueMicrotask = real;
    }
    expect(heard).toEqual(['selam']);
    expect(() => queued[0]?.()).toThrow('of the program');
  });

  it('hears once, or until it is stopped', () => {
    const own = new Own();
    const heard: string[] = [];
    own.once('said', (text) => void heard.push(`once ${text}`));
    const stop = own.on('said', (text) => void heard.push(text));
    own.say('bir');
    own.say('iki');
    stop();
    own.say('üç');
    expect(heard).toEqual(['once bir', 'bir', 'iki']);
  });
});

describe('a refusal', () => {
  it.each([
    ['kicked', 'not_member'],
    ['left', 'not_member'],
    ['deleted', 'not_member'],
    ['banned', 'banned'],
    ['forbidden', 'forbidden'],
  ] as const)('because of %s has the code %s', (reason, code) => {
    expect(goneCodeOf(reason)).toBe(code);
  });

  it('says whether the same may succeed later', () => {
    const codes = ['network', 'overloaded', 'unavailable', 'rate_limited', 'slow_mode', 'token_expired'] as const;
    for (const code of codes) expect(isPassing(new MeydanError(code, ''))).toBe(true);
    for (const code of ['muted', 'not_member', 'account_suspended', 'closed'] as const)
      expect(isPassing(new MeydanError(code, ''))).toBe(false);
    expect([isPassing(new Error('network')), isRefusal({ code: 'network' }, 'network')]).toEqual([false, false]);
  });

  it('has all that the service told, and empty fields for the rest', () => {
    const told = { code: 'muted', message: 'no', fields: { a: ['b'] }, until: 5, reason: 'söz', retry_after_ms: 9 };
    expect({ ...refusal(told as never, { status: 403, requestId: 'r' }) }).toEqual({
      name: 'MeydanError',
      code: 'muted',
      status: 403,
      fields: { a: ['b'] },
      until: 5,
      reason: 'söz',
      retryAfterMs: 9,
      requestId: 'r',
    });
    expect(refusal(told as never).message).toBe('no');
    expect({ ...new MeydanError('network', '') }).toEqual({
      name: 'MeydanError',
      code: 'network',
      status: 0,
      fields: {},
      until: null,
      reason: null,
      retryAfterMs: null,
      requestId: null,
    });
  });
});

describe('a login at an identity provider', () => {
  const oidc = {
    authorization_endpoint: 'https://id.example/authorize?tenant=t',
    client_id: 'meydan',
    redirect_uri: 'https://meydan.example/back',
    scope: 'openid profile',
  };

  it('begins with a challenge that only the holder of the attempt can answer', async () => {
    const { address, attempt } = await beginIdentity(oidc as never);
    const { origin, pathname, searchParams } = new URL(address);
    expect([origin + pathname, attempt.redirectUri]).toEqual(['https://id.example/authorize', oidc.redirect_uri]);
    expect(Object.fromEntries(searchParams)).toEqual({
      tenant: 't',
      response_type: 'code',
      client_id: 'meydan',
      redirect_uri: 'https://meydan.example/back',
      scope: 'openid profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: createHash('sha256').update(attempt.verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(attempt.verifier).toMatch(/^[\w-]{48}$/);
    expect(new Set([attempt.state, attempt.nonce, attempt.verifier]).size).toBe(3);
    const proof = identityProof(attempt, `https://meydan.example/back?code=c&state=${attempt.state}`);
    expect(proof).toMatchObject({ code: 'c', code_verifier: attempt.verifier });
  });
});

describe('a delay', () => {
  it('is half by chance, and begins when the signal is not aborted', async () => {
    const real = Math.random;
    try {
      Math.random = () => 0;
      expect([waitMs(0), waitMs(1), waitMs(20)]).toEqual([125, 250, 5_000]);
      Math.random = () => 1;
      expect([waitMs(0), waitMs(1), waitMs(20)]).toEqual([250, 500, 10_000]);
      expect(waitMs(0, new MeydanError('slow_mode', '', { retryAfterMs: -5 }))).toBe(250);
    } finally {
      Math.random = real;
    }
    using timers = quickTimers();
    await pause(7);
    expect(timers.delays).toEqual([7]);
  });
});

describe('an upload', () => {
  it('cancels its preview, too, and says what the store refused', async () => {
    const platform = globalThis.fetch;
    const link = (key: string) => ({ key, method: 'PUT', url: `https://files.test/${key}`, headers: {} });
    const rest = { request: async () => ({ full: link('full'), thumb: link('thumb'), put: link('put') }) } as never;
    const photo = { kind: 'photo', body: new Blob(['a']), width: 1, height: 1, thumb: new Blob(['b']) } as const;
    const put: [string, AbortSignal | null | undefined][] = [];
    try {
      globalThis.fetch = (async (url: string, { signal }: RequestInit) => {
        put.push([url, signal]);
        return { status: put.length > 2 ? 403 : 200 };
      }) as never;
      const { signal } = new AbortController();
      await uploadTo(rest, 'kahve', photo, { signal });
      expect(put).toEqual([
        ['https://files.test/thumb', signal],
        ['https://files.test/full', signal],
      ]);
      const refused = { code: 'invalid_attachment', message: 'The file store refused the file (403).' };
      await expect(uploadTo(rest, 'kahve', photo)).rejects.toMatchObject(refused);
      expect(put[2]).toEqual(['https://files.test/thumb', null]);
    } finally {
      globalThis.fetch = platform;
    }
  });
});

describe('those who type', () => {
  it('are told once each, and forgotten where no end of it arrives', async () => {
    using timers = quickTimers();
    const told: (readonly string[])[] = [];
    const typing = new TypingNames((names) => void told.push(names));
    typing.clear();
    typing.take('bob', false);
    expect(told).toEqual([]);
    for (const name of ['bob', 'bob', 'cem']) typing.take(name, true);
    expect([told, typing.names, timers.delays]).toEqual([
      [['bob'], ['bob', 'cem']],
      ['bob', 'cem'],
      [6_000, 6_000, 6_000],
    ]);
    await settled();
    expect([told.slice(2), typing.names]).toEqual([[['cem'], []], []]);
    typing.take('eda', true);
    typing.clear();
    await settled();
    expect(told.slice(4)).toEqual([['eda'], []]);
  });

  it('say so every three seconds, and their end once', () => {
    const real = Date.now;
    const sent: boolean[] = [];
    const say = typingHints((on) => void sent.push(on));
    try {
      for (const [at, on] of [
        [10_000, false],
        [10_000, true],
        [12_999, true],
        [13_000, true],
        [13_001, false],
        [13_002, false],
        [13_003, true],
      ] as const) {
        Date.now = () => at;
        say(on);
      }
    } finally {
      Date.now = real;
    }
    expect(sent).toEqual([true, true, false, true]);
  });
});

it('a line that is no command says how one begins', async () => {
  await expect(runCommand({} as never, 'kahve', 'help')).rejects.toThrow(
    'A command begins with one slash, such as /help.',
  );
});

it.each([
  'member_joined',
  'member_left',
  'member_kicked',
  'member_banned',
  'member_unbanned',
  'member_muted',
  'member_unmuted',
  'founder_changed',
  'score',
  'welcome',
  'message_deleted',
  'message_pinned',
  'message_unpinned',
  'discussion_closed',
  'discussion_reopened',
  'room_settings_changed',
  'member_permissions_changed',
  'admin_permissions_changed',
])('the event %s is one that this version knows', (type) => {
  const row = { kind: 'event', body: '', attachment: null, article: null, deleted_at: null, event: { type, data: {} } };
  expect(contentOf(row as never)).toEqual({ kind: 'event', event: { type, data: {} } });
  expect(contentOf({ ...row, event: null } as never)).toEqual({ kind: 'gone' });
  const article = { ...row, kind: 'article', body: 'b', article: { title: 't' } };
  expect(contentOf(article as never)).toEqual({ kind: 'article', body: 'b', article: { title: 't' } });
});
