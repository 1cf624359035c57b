/** The settings of the push services: read, checked and explained at the start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogSender } from '#src/adapters/push/log-sender.js';
import { createPushSender } from '#src/adapters/push/push-services.js';
import { ConfigError, type Environment, loadConfig } from '#src/config/config.js';
import { explainConfig } from '#src/config/explain-config.js';
import { generateEcPair, generateRsaPair } from '../support/key-pairs.js';

const ec = generateEcPair().privateKey;
const otherCurve = generateEcPair('P-384').privateKey;
const rsa = generateRsaPair().privateKey;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meydan-push-config-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const load = (env: Environment) => loadConfig({ DATA_DIR: join(folder, 'data'), ...env });
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const account = {
  project_id: 'meydan-test',
  client_email: 'a@b',
  private_key: rsa,
  token_uri: 'https://t.example/token',
};
const accountFile = (change: object) => file('account.json', JSON.stringify({ ...account, ...change }));
const apns = (key = ec): Environment => ({
  APNS_KEY_FILE: file('apns.p8', key),
  APNS_KEY_ID: 'ABCDE12345',
  APNS_TEAM_ID: 'FGHIJ67890',
  APNS_TOPIC: 'org.example.chat',
});

function refusal(env: Environment): string {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

const web = {
  contact: null,
  hosts: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com'],
  secrets: [expect.stringMatching(/^[0-9a-f]{64}$/)],
};

describe('push settings', () => {
  it('are unset by default: pushes go to the log', () => {
    expect(load({}).push).toEqual({ apns: null, fcm: null, web });
    expect(explainConfig(load({})).join('\n')).toMatch(/push +written to the log/);
  });

  it('hold what the services want to know, with their own addresses unless told otherwise', () => {
    const config = load({ ...apns(), FCM_SERVICE_ACCOUNT_FILE: accountFile({}) });
    expect(config.push).toEqual({
      web,
      apns: {
        privateKey: ec,
        keyId: 'ABCDE12345',
        teamId: 'FGHIJ67890',
        topic: 'org.example.chat',
        productionOrigin: 'https://api.push.apple.com',
        sandboxOrigin: 'https://api.sandbox.push.apple.com',
      },
      fcm: {
        projectId: 'meydan-test',
        clientEmail: 'a@b',
        privateKey: rsa,
        tokenUri: 'https://t.example/token',
        origin: 'https://fcm.googleapis.com',
      },
    });
    const told = explainConfig(config).join('\n');
    expect(told).toContain('iOS by https://api.push.apple.com (org.example.chat)');
    expect(told).not.toContain('PRIVATE');
  });

  it.each([
    ['a part of Apple’s', () => ({ APNS_KEY_ID: 'ABCDE12345' }), /APNS_KEY_FILE is missing/],
    ['a key file that is not there', () => ({ ...apns(), APNS_KEY_FILE: '/nowhere/x.p8' }), /cannot be read/],
    ['a key file without a key', () => apns('no key'), /APNS_KEY_FILE=.* holds no private key/],
    ['a key on another curve', () => apns(otherCurve), /holds no P-256 key/],
    ['a wrong key id', () => ({ ...apns(), APNS_KEY_ID: 'x' }), /APNS_KEY_ID=x is wrong/],
    ['an account that is no JSON', () => ({ FCM_SERVICE_ACCOUNT_FILE: file('x.json', '{') }), /holds no JSON/],
    [
      'an account without an address',
      () => ({ FCM_SERVICE_ACCOUNT_FILE: accountFile({ token_uri: 1 }) }),
      /no token_uri/,
    ],
    [
      'an account with another key',
      () => ({ FCM_SERVICE_ACCOUNT_FILE: accountFile({ private_key: ec }) }),
      /no RSA key/,
    ],
  ])('are refused with %s', (_, env, problem) => {
    const message = refusal(env());
    expect(message).toMatch(problem);
    expect(message).not.toContain('PRIVATE KEY');
  });

  it('keep tokens from travelling in the clear in production', () => {
    const env = { NODE_ENV: 'production', SECRET: '0123456789abcdef0123456789ABCDEF', FCM_HOST: 'http://push.example' };
    expect(refusal(env)).toContain('FCM_HOST=http://push.example is wrong: in production it must use https');
  });
});

describe('a push without a service', () => {
  const target = { platform: 'android', token: 'gizli', env: null, language: null } as const;
  const push = { type: 'mention', roomSlug: 'oda', messageId: 'm1' } as const;

  it('is written to the log, without its token', async () => {
    const lines: object[] = [];
    const sender = createLogSender({ debug: (fields) => lines.push(fields) });
    expect(await sender.send(target, push)).toEqual({ kind: 'sent' });
    expect(lines).toEqual([{ platform: 'android', env: null, type: 'mention', room_slug: 'oda', message_id: 'm1' }]);
  });

  it('goes there even when the other service is set up', async () => {
    const lines: object[] = [];
    const sender = createPushSender(load(apns()).push, Date.now, { debug: (fields) => lines.push(fields) });
    await sender.send(target, push);
    expect(lines).toHaveLength(1);
    await sender.close();
  });
});
