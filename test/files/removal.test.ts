import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeWithS3 } from '../support/servers/versitygw.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { FilesFixture } from './files-fixture.js';
import { jpeg, pdf } from './samples.js';

const MINUTE_MS = 60_000;
/** The contract says ten seconds; a busy machine is forgiven some more, the sweep of a minute is not. */
const PROMPT_MS = 25_000;

interface Link {
  url: string;
  key: string;
  headers: Record<string, string>;
}

/** What is deleted, and whether an upload link can bring it back; the same on every store. */
function promises(settings: () => Record<string, string>, refusesLateUploads: boolean): void {
  let fixture: FilesFixture;
  let eda: Awaited<ReturnType<FilesFixture['booted']['person']>>;
  const rooms: string[] = [];
  /** Upload links of files that are gone. */
  const removed: Link[] = [];

  beforeAll(async () => {
    fixture = await FilesFixture.open(settings(), undefined, { isPrompt: true });
    eda = await fixture.booted.person('eda');
    rooms.push(await fixture.room('oda'), await fixture.room('gidecek'));
  });
  afterAll(async () => {
    expect(await fixture.problems(rooms[0] as string)).toEqual([]);
    await fixture.close();
  });

  const upload = (link: Link, bytes: Uint8Array<ArrayBuffer> = jpeg()) =>
    fetch(link.url, { method: 'PUT', headers: link.headers, body: bytes });

  /** Uploaded by links that are kept, to be tried again. */
  async function photo(slug: string) {
    const { full, thumb } = await fixture.ok(fixture.ada, 'POST', `/rooms/${slug}/media/presign`, {});
    for (const link of [full, thumb]) expect((await upload(link)).status).toBe(200);
    const about = { content_type: 'image/jpeg', width: 64, height: 64, byte_size: 1_000 };
    const attachment = { type: 'photo', key: full.key, thumb_key: thumb.key, ...about };
    return { links: [full, thumb] as Link[], message: await fixture.send(fixture.ada, slug, attachment) };
  }

  async function avatar(person: typeof eda, path: string) {
    const { full, thumb } = await fixture.ok(person, 'POST', `${path}/presign`, {});
    for (const link of [full, thumb]) expect((await upload(link)).status).toBe(200);
    const fields = { key: full.key, thumb_key: thumb.key, byte_size: 1_000, size_px: 64 };
    const made = (await fixture.ok(person, 'POST', path, fields)).avatar;
    return { links: [full, thumb] as Link[], id: made.id as string, url: made.url as string };
  }

  it('files of a deleted message, photo, room and account are gone within seconds, by an old link too', async () => {
    const said = await photo('oda');
    const document = await fixture.document(fixture.ada, 'oda');
    const paper = await fixture.send(fixture.ada, 'oda', document);
    const inRoom = await photo('gidecek');
    const face = await avatar(fixture.ada, '/rooms/oda/avatars');
    const mine = await avatar(fixture.ada, '/me/avatars');
    const theirs = await avatar(eda, '/me/avatars');
    const urls = [said.message.attachment.url, paper.attachment.url, inRoom.message.attachment.url];
    urls.push(face.url, mine.url, theirs.url);
    for (const url of urls) expect((await fetch(url)).status).toBe(200);

    await fixture.ok(fixture.ada, 'DELETE', `/rooms/oda/messages/${said.message.id}`);
    await fixture.ok(fixture.ada, 'DELETE', `/rooms/oda/messages/${paper.id}`);
    await fixture.ok(fixture.ada, 'DELETE', '/rooms/gidecek');
    await fixture.ok(fixture.ada, 'DELETE', `/rooms/oda/avatars/${face.id}`);
    await fixture.ok(fixture.ada, 'DELETE', `/me/avatars/${mine.id}`);
    await fixture.ok(eda, 'DELETE', '/me');
    const alive = async () => (await Promise.all(urls.map((url) => fetch(url)))).some(({ ok }) => ok);
    await poll(async () => !(await alive()), { until: 'every old link leads nowhere', withinMs: PROMPT_MS });
    for (const { key } of [said, inRoom, face, mine, theirs].flatMap(({ links }) => links)) {
      await poll(async () => !(await fixture.isThere(key)), { until: `${key} is gone`, withinMs: PROMPT_MS });
    }
    removed.push(...said.links);
  }, 60_000);

  it('a removed key is of no use to another message', async () => {
    const [key, thumb_key] = removed.map((link) => link.key);
    const about = { content_type: 'image/jpeg', width: 64, height: 64, byte_size: 1_000 };
    const attachment = { type: 'photo', key, thumb_key, ...about };
    expect(await fixture.refusal(fixture.ada, 'oda', attachment)).toBe('422 invalid_attachment');
  });

  it('a deleted file cannot be put back by its upload link', async () => {
    for (const link of removed) expect((await upload(link)).status).toBe(refusesLateUploads ? 403 : 200);
    if (refusesLateUploads) for (const { key } of removed) expect(await fixture.isThere(key)).toBe(false);
    // What an S3 store has taken is found when the link is over; the record goes when no late write can come.
    fixture.clock.move(11 * MINUTE_MS);
    await fixture.sweepFiles();
    for (const { key } of removed) expect(await fixture.isThere(key)).toBe(false);
    const keys = removed.map(({ key }) => key);
    fixture.clock.move(60 * MINUTE_MS);
    await fixture.sweepFiles();
    expect(await fixture.booted.app.store.getMany('files', keys)).toEqual([null, null]);
  });

  if (!refusesLateUploads) return;

  it('a file that somebody uses takes one late upload, and nothing in its place', async () => {
    const ada = await fixture.booted.person('ada');
    const { full, thumb } = await fixture.ok(ada, 'POST', '/rooms/oda/media/presign', {});
    const about = { content_type: 'image/jpeg', width: 64, height: 64, byte_size: 1_000 };
    await fixture.send(ada, 'oda', { type: 'photo', key: full.key, thumb_key: thumb.key, ...about });
    expect((await upload(full)).status).toBe(200);
    expect((await upload(full, new Uint8Array(pdf()))).status).toBe(403);
    const stored = await fixture.booted.app.objects.readStart(full.key, 3);
    expect(Buffer.from(stored ?? [])).toEqual(Buffer.from(jpeg().slice(0, 3)));
  });

  it('an upload that ends after its file was removed leaves nothing', async () => {
    const { full } = await fixture.ok(await fixture.booted.person('ada'), 'POST', '/rooms/oda/media/presign', {});
    let send: (chunk: Uint8Array | null) => void = () => undefined;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (chunk) => (chunk ? controller.enqueue(chunk) : controller.close());
      },
    });
    const options = { method: 'PUT', headers: full.headers, body, duplex: 'half' };
    const answer = fetch(full.url, options as RequestInit);
    send(jpeg());
    const parts = join(fixture.booted.dataDir, 'objects', 'incoming');
    await poll(async () => (await readdir(parts)).length > 0, { until: 'the upload has begun' });
    fixture.clock.move(24 * 60 * MINUTE_MS);
    await fixture.settle();
    send(null);
    expect((await answer).status).toBe(403);
    expect(await fixture.isThere(full.key)).toBe(false);
  });
}

onEachEngine('removed files', (engine) => {
  // The service stops before the store does.
  describe('in the local store', () => promises(engine, true));
});

describeWithS3('removed files', (server) => {
  describe('in an S3 store', () => promises(() => server().settings, false));
});
