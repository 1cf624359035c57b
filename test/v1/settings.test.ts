import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, listeningOn, loadConfig, v1Origins } from '#src/config/config.js';
import { explainConfig } from '#src/config/explain-config.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'meydan-config-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const load = (env: Environment = {}) => loadConfig({ DATA_DIR: dir, ...env });

describe('the settings of /v1', () => {
  it('send by a mail server, say from whom, and do not tell its password', () => {
    const config = load({ SMTP_URL: 'smtp://user:hunter2@mail.example:587', MAIL_FROM: 'Meydan <no-reply@a.example>' });
    expect(config.mail).toMatchObject({ kind: 'smtp', from: 'Meydan <no-reply@a.example>' });
    const lines = explainConfig(config).join('\n');
    expect(lines).toContain('by mail.example:587, from Meydan <no-reply@a.example>');
    expect(lines).not.toContain('hunter');
  });

  it('allow the origin that people reach the service at, also on a port taken later, or those of the list', () => {
    expect(v1Origins(listeningOn(load({ PORT: '0' }), 4567))).toEqual(['http://localhost:4567']);
    expect(v1Origins(load({ PUBLIC_URL: 'https://A.example/chat', ALLOW_DEV_DOORS: 'yes' }))).toEqual([
      'https://a.example',
    ]);
    expect(v1Origins(load({ V1_ALLOWED_ORIGINS: 'https://b.example, http://c:81' }))).toEqual([
      'https://b.example',
      'http://c:81',
    ]);
  });

  it('may be short, to be tried out', () => {
    const short = {
      V1_ACCESS_TOKEN_TTL_S: '1',
      V1_REFRESH_TOKEN_TTL_S: '2',
      V1_CODE_TTL_S: '3',
      V1_REPLAY_WINDOW_S: '0',
    };
    expect(load(short).v1).toEqual({
      allowedOrigins: null,
      accessTokenTtlS: 1,
      refreshTokenTtlS: 2,
      codeTtlS: 3,
      replayWindowS: 0,
    });
  });
});
