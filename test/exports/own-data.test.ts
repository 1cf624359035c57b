/** A copy of one's own data: what is in it, who gets it, how long it lies there. */
import { createExporting } from '#jobs/exports/make-exports.js';
import { ExportPages } from '#jobs/exports/pages.js';
import { exportTexts } from '#jobs/exports/texts.js';
import { EXPORT_STALL_TIMEOUT_MS, type OwnExport } from '#src/domain/accounts/own-export.js';
import type { Doc, Reader } from '#src/store/store.js';
import { type FullLife, liveFully } from '../erasure/full-life.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { poll } from '../support/time/poll.js';
import { TestClock } from '../support/time/test-clock.js';

const HOSTILE = '</script><script>alert("&")</script>';
const DAY_MS = 86_400_000;

const clock = new TestClock();
let booted: Booted;
let life: FullLife;

beforeAll(async () => {
  booted = await bootApp({ parts: { env: clock.env }, settings: { ACCESS_TOKEN_TTL_S: '604800' } });
  life = await liveFully(booted);
  const { ada, others } = life;
  await booted.ask(ada, 'POST', `/api/rooms/${others}/messages`, { body: HOSTILE });
  const slug = await booted.app.store.get<Doc & { room: string }>('slugs', others);
  const by = { accountId: ada.accountId, username: 'ada', sessionId: 's', language: null };
  const { rooms } = booted.app.node;
  await rooms.ask(slug?.room ?? '', { type: 'react', by, messageId: life.said, emoji: '👍', on: true });
  await rooms.ask(slug?.room ?? '', { type: 'vote', by, messageId: life.survey, options: [1] });
  await booted.ask(ada, 'PUT', '/api/me/profile', { bio: `çay & ${HOSTILE}` });
}, 60_000);
afterAll(() => booted[Symbol.asyncDispose]());

async function asked(who: Person): Promise<string> {
  const { status, body } = await booted.ask(who, 'POST', '/api/me/export');
  expect(status).toBe(202);
  return body.export.id;
}

const view = (who: Person, id: string) => booted.ask(who, 'GET', `/api/me/exports/${id}`);

const made = (who: Person, id: string) =>
  poll(
    async () => {
      const { body } = await view(who, id);
      return body.export.status === 'ready' ? body.export : null;
    },
    { until: 'the copy is ready', withinMs: 20_000 },
  );

describe('a copy of the own data', () => {
  let page: string;
  let headers: Headers;

  beforeAll(async () => {
    const { url, urls } = await made(life.ada, await asked(life.ada));
    expect(urls).toEqual([url]);
    const answer = await fetch(urls[0]);
    headers = answer.headers;
    page = await answer.text();
  }, 30_000);

  it('is a page to download, in the language of the session', () => {
    expect(headers.get('content-type')).toContain('text/html');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(page).toContain('<html lang="tr">');
    expect(page).toContain(exportTexts.tr.title);
  });

  it('says what was said, where, and who is followed, blocked and met', () => {
    for (const text of ['selam @bob ve @eda', 'bence de', 'aramızda', 'hoşça kalın', 'Çay mı?']) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('silinecek');
    expect(page).not.toContain('hoş geldin');
  });

  it('holds the same once more for programs', () => {
    const json = /<script type="application\/json" id="data">(.*)<\/script>/s.exec(page)?.[1] ?? '';
    const sections = JSON.parse(json) as { section: string; rows: Record<string, unknown>[] }[];
    const rowsOf = (name: string) => sections.find(({ section }) => section === name)?.rows ?? [];
    expect(sections.map(({ section }) => section)).toEqual([
      'profile',
      'photos',
      'sessions',
      'bots',
      'panels',
      'organization',
      'following',
      'followers',
      'blocks',
      'hidden',
      'rooms',
      'stars',
      'reports',
      'files',
      'readings',
      'interests',
      'entries',
      'messages',
    ]);
    expect(rowsOf('following')).toEqual([{ username: 'bob', at: expect.any(Number) }]);
    expect(rowsOf('followers')).toEqual([{ username: 'bob', at: expect.any(Number) }]);
    expect(rowsOf('bots')).toMatchObject([
      { username: 'ada.bot', tokens: [{ name: 'bir' }], webhooks: [{ events: ['message:deleted'] }] },
    ]);
    expect(rowsOf('panels')).toMatchObject([{ label: 'Firefox' }, { label: 'Firefox', lastUsedAt: null }]);
    expect(rowsOf('organization')).toMatchObject([{ displayName: 'Ayşe Kahve', role: 'owner', kind: 'individual' }]);
    expect(rowsOf('photos')).toHaveLength(1);
    expect(rowsOf('readings')).toMatchObject([{ type: 'topic_open', topic: 'kahve' }]);
    expect(rowsOf('entries')).toEqual([{ entry: 7, lastSeen: expect.any(Number) }]);
    expect(rowsOf('reports')).toMatchObject([{ kind: 'room', reason: 'spam' }]);
    expect(
      rowsOf('rooms')
        .map(({ kind, present }) => `${kind} ${present}`)
        .sort(),
    ).toEqual(['dm true', 'group false', 'group true', 'group true']);
    expect(rowsOf('messages').map(({ body }) => body)).toContain(HOSTILE);
    const choices = rowsOf('messages').filter(({ chosen }) => chosen !== undefined);
    expect(choices).toMatchObject([
      { kind: 'reaction_changed', about: life.said, chosen: '👍' },
      { kind: 'survey_voted', about: life.survey, chosen: '2' },
    ]);
  });

  it('shows the photo in the page itself, and asks nobody for anything', () => {
    expect(page).toContain('src="data:image/jpeg;base64,');
    expect(page).not.toMatch(/(src|href)="http/);
    expect(page).toContain(`content="default-src 'none'`);
  });

  it('runs nothing that somebody wrote', () => {
    expect(page).not.toContain(HOSTILE);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).toContain('çay &amp; &lt;/script&gt;');
  });

  it('gives no token, hash or identity away', async () => {
    const { store } = booted.app;
    const account = await store.get<Doc & { fingerprint: string }>('accounts', life.ada.accountId);
    const sessions = await store.range<Doc & { refreshHash?: string }>('sessions', { index: '_id', limit: 100 });
    expect(page).not.toContain(account?.fingerprint);
    expect(page).not.toContain('f'.repeat(64));
    for (const { refreshHash } of sessions) if (refreshHash) expect(page).not.toContain(refreshHash);
  });
});

describe('asking for a copy', () => {
  it('again while it is made is asking for that one', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => asked(life.bob)));
    await made(life.bob, answers[0] as string);
    const all = await booted.app.store.range('exports', { index: 'byAccount', prefix: [life.bob.accountId] });
    // One may be ready before the last one asks: that one then begins another, never two at once.
    expect(all.length).toBe(new Set(answers).size);
    expect(all.length).toBeLessThanOrEqual(3);
  });

  it('is between the person and the service: others, and odd ids, are 404', async () => {
    const id = await asked(life.eda);
    await made(life.eda, id);
    expect((await view(life.bob, id)).body.error.code).toBe('not_found');
    expect((await view(life.eda, 'x')).body.error.code).toBe('not_found');
    expect((await booted.ask(null, 'POST', '/api/me/export')).status).toBe(401);
  });

  it('is taken up again by somebody else when the one who made it is gone', async () => {
    const cem = await booted.person('cem');
    const id = '11111111-1111-4111-8111-111111111111';
    const begun = { _id: id, account: cem.accountId, status: 'working', language: 'en', tries: 1, files: [] };
    const at = clock.env.now();
    const doc = { ...begun, at, readyAt: null, dueAt: at + EXPORT_STALL_TIMEOUT_MS };
    await booted.app.store.write([{ op: 'put', in: 'exports', doc }]);
    await booted.app.exporting.makeAll();
    expect((await view(cem, id)).body.export.status).toBe('working');
    clock.move(EXPORT_STALL_TIMEOUT_MS);
    await booted.app.exporting.makeAll();
    expect((await view(cem, id)).body.export.status).toBe('ready');
  });

  it('is taken up again at once after a kill where no other process could be making it', async () => {
    const { accountId } = life.bob;
    const id = '55555555-5555-4555-8555-555555555555';
    const begun = { _id: id, account: accountId, status: 'working', language: 'en', tries: 1, files: [] };
    const at = clock.env.now();
    const { store, objects, node } = booted.app;
    const doc = { ...begun, at, readyAt: null, dueAt: at + EXPORT_STALL_TIMEOUT_MS };
    await store.write([{ op: 'put', in: 'exports', doc }]);
    clock.move(1);
    const { now } = clock.env;
    await createExporting({ users: node.users, reader: store, objects, now }).makeAll();
    expect((await view(life.bob, id)).body.export.status).toBe('working');
    await createExporting({ users: node.users, reader: store, objects, now, isAlone: true }).makeAll();
    expect((await view(life.bob, id)).body.export.status).toBe('ready');
    const kept = await store.get<Doc & OwnExport>('exports', id);
    await createExporting({ users: node.users, reader: store, objects, now, isAlone: true }).makeAll();
    expect(await store.get('exports', id)).toEqual(kept);
  });

  it('that is given up at a stop waits, and is made after the next start', async () => {
    const id = '33333333-3333-4333-8333-333333333333';
    const { accountId } = life.bob;
    const wanted = { _id: id, account: accountId, status: 'queued', language: 'en', tries: 0, files: [] };
    const at = clock.env.now();
    const { store, objects, node } = booted.app;
    await store.write([{ op: 'put', in: 'exports', doc: { ...wanted, at, readyAt: null, dueAt: at } }]);
    let reads = 0;
    const reader: Pick<Reader, 'get' | 'range'> = {
      get: (from, key) => store.get(from, key),
      range(from, range) {
        reads += 1;
        if (reads === 4) void exporting.stop();
        return store.range(from, range);
      },
    };
    const now = clock.env.now;
    const exporting = createExporting({ users: node.users, reader: reader as Reader, objects, now });
    await exporting.makeAll();
    expect((await view(life.bob, id)).body.export.status).toBe('queued');
    // The stop is no failed attempt: a service that is often restarted would use up all of them.
    expect((await store.get<Doc & OwnExport>('exports', id))?.tries).toBe(0);
    expect(reads).toBeLessThan(10);
    await booted.app.exporting.makeAll();
    expect((await view(life.bob, id)).body.export.status).toBe('ready');
  });

  it('that fails again and again comes to an end', async () => {
    const id = '22222222-2222-4222-8222-222222222222';
    const { accountId } = life.eda;
    const begun = { _id: id, account: accountId, status: 'working', language: 'en', tries: 5, files: [] };
    const at = clock.env.now();
    await booted.app.store.write([{ op: 'put', in: 'exports', doc: { ...begun, at, readyAt: null, dueAt: at } }]);
    await booted.app.exporting.makeAll();
    const { body } = await view(life.eda, id);
    expect([body.export.status, body.export.urls]).toEqual(['failed', []]);
  });

  it('whose files could not be stored is made half a minute later', async () => {
    const { store, objects, node } = booted.app;
    const failing = { ...objects, write: () => Promise.reject(new Error('no space')) };
    const now = clock.env.now;
    const exporting = createExporting({ users: node.users, reader: store, objects: failing, now });
    const id = '66666666-6666-4666-8666-666666666666';
    const wanted = { _id: id, account: life.eda.accountId, status: 'queued', language: 'en', tries: 0, files: [] };
    await store.write([{ op: 'put', in: 'exports', doc: { ...wanted, at: now(), readyAt: null, dueAt: now() } }]);
    await expect(exporting.makeAll()).rejects.toThrow('no space');
    clock.move(20_000);
    await booted.app.exporting.makeAll();
    expect((await view(life.eda, id)).body.export.status).toBe('queued');
    clock.move(10_000);
    await booted.app.exporting.makeAll();
    expect((await view(life.eda, id)).body.export.status).toBe('ready');
  });

  it('whose files can never be stored fails with the last attempt, after 42 minutes', async () => {
    const { store, objects, node } = booted.app;
    const failing = { ...objects, write: () => Promise.reject(new Error('no space')) };
    const now = clock.env.now;
    const id = '77777777-7777-4777-8777-777777777777';
    const wanted = { _id: id, account: life.eda.accountId, status: 'queued', language: 'en', tries: 0, files: [] };
    await store.write([{ op: 'put', in: 'exports', doc: { ...wanted, at: now(), readyAt: null, dueAt: now() } }]);
    for (const delayMs of [30_000, 120_000, 480_000, 1_920_000, 0]) {
      expect((await view(life.eda, id)).body.export.status).toBe('queued');
      const exporting = createExporting({ users: node.users, reader: store, objects: failing, now });
      await expect(exporting.makeAll()).rejects.toThrow('no space');
      clock.move(delayMs);
    }
    expect((await view(life.eda, id)).body.export.status).toBe('failed');
  });

  it('that takes longer than ten minutes is not begun a second time by another node', async () => {
    const { store, objects, node } = booted.app;
    const now = clock.env.now;
    const id = '88888888-8888-4888-8888-888888888888';
    const wanted = { _id: id, account: life.eda.accountId, status: 'queued', language: 'en', tries: 0, files: [] };
    await store.write([{ op: 'put', in: 'exports', doc: { ...wanted, at: now(), readyAt: null, dueAt: now() } }]);
    const other = createExporting({ users: node.users, reader: store, objects, now });
    let reads = 0;
    const reader: Pick<Reader, 'get' | 'range'> = {
      get: (from, key) => store.get(from, key),
      async range(from, range) {
        reads += 1;
        // The first read is that of the due exports.
        if (reads > 1 && reads <= 4) clock.move(EXPORT_STALL_TIMEOUT_MS - 60_000);
        if (reads === 6) await other.makeAll();
        return store.range(from, range);
      },
    };
    await createExporting({ users: node.users, reader: reader as Reader, objects, now }).makeAll();
    expect(reads).toBeGreaterThan(6);
    const stored = await store.get<Doc & OwnExport>('exports', id);
    expect([stored?.status, stored?.tries]).toEqual(['ready', 1]);
  });

  it('leaves nothing of an attempt behind that ended early', async () => {
    const id = '44444444-4444-4444-8444-444444444444';
    const { accountId } = life.eda;
    const { objects, store } = booted.app;
    const page = `exports/${accountId}/${id}-2.html`;
    await objects.write(page, Buffer.from('<p>çay</p>'), 'text/html');
    const failed = { _id: id, account: accountId, status: 'failed', language: 'en', tries: 5, files: [] };
    const at = clock.env.now();
    await store.write([{ op: 'put', in: 'exports', doc: { ...failed, at, readyAt: null, dueAt: at } }]);
    await booted.app.exporting.makeAll();
    expect((await view(life.eda, id)).status).toBe(404);
    expect(await objects.head(page)).toBeNull();
  });

  it('leaves nothing behind after a day', async () => {
    const id = await asked(life.ada);
    const { urls, removed_at } = await made(life.ada, id);
    const stored = await booted.app.store.get<OwnExport>('exports', id);
    expect(Date.parse(removed_at)).toBe((stored?.readyAt ?? 0) + DAY_MS);
    clock.move(DAY_MS - 60_000);
    await booted.app.exporting.makeAll();
    expect((await view(life.ada, id)).status).toBe(200);
    clock.move(120_000);
    await booted.app.exporting.makeAll();
    expect((await view(life.ada, id)).status).toBe(404);
    expect(await booted.app.objects.list(`exports/${life.ada.accountId}/`)).toEqual([]);
    expect((await fetch(urls[0])).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the files of a copy', () => {
  it('have a bounded size, and together hold every row once', async () => {
    const files: string[] = [];
    const pages = new ExportPages(exportTexts.en, async (_, body) => {
      files.push(body);
    });
    pages.begin({ name: 'messages', title: 'Said', columns: ['What'] });
    for (let at = 0; at < 100; at += 1) await pages.add({ cells: [`row ${at} ${'x'.repeat(99_000)}`], data: { at } });
    expect(await pages.end()).toBe(files.length);
    expect(files.length).toBeGreaterThan(2);
    const rows = files.flatMap((file) => {
      expect(file.length).toBeLessThan(5_000_000);
      expect(file.startsWith('<!doctype html>') && file.trimEnd().endsWith('</html>')).toBe(true);
      return [...file.matchAll(/<td>row (\d+) /g)].map(([, at]) => Number(at));
    });
    expect(rows).toEqual(Array.from({ length: 100 }, (_, at) => at));
  });
});
