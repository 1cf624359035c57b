/** Sizes and spans that an operator chooses: within their bounds, and with the effect that the reference states. */
import { examineLimits, hasOwnLimits } from '#src/app/doctor/examine-limits.js';
import { loadConfig } from '#src/config/config.js';
import { sizeBounds } from '#src/config/size-limits.js';
import { largestSizes } from '#src/domain/messages/sizes.js';
import { retentionsWith, singlesKeptMs } from '#src/store/retention.js';
import { talk } from '../gateway/talker.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';

const DAY_MS = 86_400_000;
const load = (more: Record<string, string>) =>
  loadConfig({ NODE_ENV: 'test', SECRET: 'x'.repeat(40), DATA_DIR: './unused', CONSOLE_KEY: 'k'.repeat(20), ...more });

describe('the settings of sizes and spans', () => {
  it('have the bounds of the specification as their largest values', () => {
    expect(Object.fromEntries(Object.entries(sizeBounds).map(([name, [, most]]) => [name, most]))).toEqual(
      largestSizes,
    );
  });

  it.each([
    ['SIZE_LIMITS', 'message=255'],
    ['SIZE_LIMITS', 'message=16385'],
    ['SIZE_LIMITS', 'photo=8388609'],
    ['SIZE_LIMITS', 'frame=1000'],
    ['SIZE_LIMITS', 'message=300,message=400'],
    ['RETENTION_DAYS', 'reports=29'],
    ['RETENTION_DAYS', 'impressions=30'],
    ['RETENTION_DAYS', 'entry_visits=3651'],
    ['RETENTION_DAYS', 'audit=400'],
    ['RETENTION_DAYS', 'reports'],
  ])('%s=%s is refused', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(name);
  });

  it('are taken at their bounds', () => {
    expect(load({ SIZE_LIMITS: 'message=256, document=10485760' }).sizeLimits).toEqual({
      message: 256,
      document: 10_485_760,
    });
    const { retentionDays } = load({ RETENTION_DAYS: 'reports=30,impressions=31' });
    const { reports, entryVisits } = retentionsWith(retentionDays);
    expect([reports, entryVisits]).toMatchObject([
      { expiry: { afterMs: 30 * DAY_MS } },
      { expiry: { afterMs: 400 * DAY_MS } },
    ]);
    expect([singlesKeptMs(retentionDays), singlesKeptMs()]).toEqual([31 * DAY_MS, 40 * DAY_MS]);
  });

  it('are shown by the doctor where they differ from the usual ones', () => {
    expect(hasOwnLimits(load({}))).toBe(false);
    const own = load({ SIZE_LIMITS: 'message=300', RETENTION_DAYS: 'reports=90' });
    expect(hasOwnLimits(own)).toBe(true);
    expect(examineLimits(own).findings.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      'ok: SIZE_LIMITS allows at most message 300 bytes',
      'warning: messages of more than 300 bytes are refused: people lose longer texts to an error',
      'ok: RETENTION_DAYS keeps reports 90 days',
    ]);
  });
});

describe('a service with smaller sizes', () => {
  let booted: Booted;
  beforeAll(async () => {
    booted = await bootApp({ settings: { SIZE_LIMITS: 'message=300,photo=65536,document=70000' } });
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());

  it('takes messages and files up to them, says so, and refuses what is larger', async () => {
    const ada = await booted.person('ada');
    await booted.ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug: 'oda' });
    const say = (body: object) => booted.ask(ada, 'POST', '/api/rooms/oda/messages', body);
    const fits = await say({ body: 'x'.repeat(300) });
    expect(outcomeOf(fits)).toBe('201');
    const long = await say({ body: 'x'.repeat(301) });
    expect([long.status, long.body.error.message]).toEqual([413, 'A message has at most 300 bytes of UTF-8.']);
    expect(outcomeOf(await say({ body: 'ü'.repeat(151) }))).toBe('413 message_too_long');
    expect(outcomeOf(await say({ body: 'ü'.repeat(150) }))).toBe('201');
    const edit = `/api/rooms/oda/messages/${fits.body.message.id}`;
    expect(outcomeOf(await booted.ask(ada, 'PATCH', edit, { body: 'y'.repeat(301) }))).toBe('413 message_too_long');

    const talker = await talk(booted, ada);
    expect(talker.all('ready')[0]).toMatchObject({ limits: { body_bytes: 300 } });
    talker.close();

    const presigned = await booted.ask(ada, 'POST', '/api/rooms/oda/docs/presign', {
      content_type: 'application/pdf',
      name: 'a',
    });
    expect(presigned.body.max_bytes).toBe(70_000);
    const { full } = (await booted.ask(ada, 'POST', '/api/rooms/oda/media/presign', { content_type: 'image/jpeg' }))
      .body;
    const put = (bytes: number) =>
      fetch(full.url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: new Uint8Array(bytes) });
    // A photo and a gif may both be a WebP, but only a photo is a JPEG.
    expect((await put(65_537)).status).toBe(413);
    const photo = { type: 'photo', key: full.key, content_type: 'image/jpeg', width: 9, height: 9, byte_size: 65_537 };
    expect(outcomeOf(await say({ attachment: photo }))).toBe('422 invalid_attachment');
  });
});
