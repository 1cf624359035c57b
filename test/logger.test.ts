import { createLoggers } from '#src/observability/logger.js';
import { redact } from '#src/observability/redact.js';

/** What reaches the log, as text and as objects. */
function logged(write: (loggers: ReturnType<typeof createLoggers>) => void): { text: string; lines: object[] } {
  let text = '';
  write(createLoggers('trace', { write: (line) => void (text += line) }));
  const lines = text.trim().split('\n').filter(Boolean);
  return { text, lines: lines.map((line) => JSON.parse(line) as object) };
}

/** Texts in which a pattern that begins anew at every place would look through all the rest each time. */
const endless = ['a', 'eyJ-', '://', 'a://b', 'code=', 'Bearer ', 'Bearer\n', 'token'].map((part) =>
  part.repeat(200_000),
);

describe('the log', () => {
  it.each(endless)('is written in a time that follows the length of what went wrong: %.8s', (text) => {
    const before = process.cpuUsage();
    redact(text);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('says when, how grave and from which part', () => {
    const { lines } = logged(({ store }) => store.warn({ batch: 3 }, 'slow disk'));
    expect(lines).toEqual([
      { level: 'warn', time: expect.stringMatching(/^\d{4}-.*Z$/), part: 'store', batch: 3, msg: 'slow disk' },
    ]);
  });

  it('keeps ids, codes, counts and times', () => {
    const kept = { requestId: 'r1', accountId: 'a1', room: 'id1', errorCode: 'muted', status: 403, ms: 1.5 };
    expect(logged(({ http }) => http.info(kept)).lines[0]).toMatchObject(kept);
  });

  it.each([
    ['a header', { authorization: 'Bearer planted' }],
    ['a header of a request', { request: { headers: { authorization: 'planted', cookie: 'planted' } } }],
    ['a token pair', { answer: { access_token: 'planted', refresh_token: 'planted' } }],
    ['a login', { identity: { code_verifier: 'planted', nonce: 'planted', id_token: 'planted' } }],
    ['a message', { draft: { body: 'planted' } }],
    ['a name', { account: { username: 'planted', birthDate: 'planted', gender: 'planted' } }],
    ['an address', { ip: 'planted' }],
    ['the settings', { config: { secrets: ['planted'], clientSecret: 'planted' } }],
    ['the text of an error', { err: new Error('GET /cb?code=planted&state=1 with Bearer planted failed') }],
    ['an address with a password', { err: new Error('no answer from mongodb://admin:planted@db/meydan') }],
    ['the cause of an error', { err: new Error('refused', { cause: new Error('token=planted') }) }],
    ['what hangs on an error', { err: Object.assign(new Error('refused'), { response: { body: 'planted' } }) }],
  ])('holds nothing private of %s', (_what, fields) => {
    const { text } = logged(({ identity }) => identity.error(fields, 'it failed'));
    expect(text).toContain('it failed');
    expect(text).not.toContain('planted');
  });

  it('is scrubbed in time that grows with its length', () => {
    for (const text of ['a'.repeat(200_000), 'eyJ-'.repeat(20_000), 'a+'.repeat(100_000)]) {
      const from = performance.now();
      redact(text);
      // Without a bound for what each letter may begin, this takes a minute.
      expect(performance.now() - from).toBeLessThan(5_000);
    }
    expect(redact('no answer from mongodb+srv://admin:planted@db/meydan')).not.toContain('planted');
  });

  it('tells an error whole: its kind, code, text, place and causes', () => {
    const cause = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const { lines } = logged(({ store }) => store.error({ err: new TypeError('append failed', { cause }) }));
    expect(lines[0]).toMatchObject({
      err: {
        type: 'TypeError',
        message: 'append failed',
        stack: expect.stringContaining('logger.test'),
        cause: { message: 'no space left', code: 'ENOSPC' },
      },
    });
  });

  it('tells what was thrown and is no error', () => {
    expect(logged(({ jobs }) => jobs.error({ err: 'nope' })).lines[0]).toMatchObject({ err: { message: 'nope' } });
  });
});
