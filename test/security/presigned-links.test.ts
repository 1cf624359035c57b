/** What a link for a file allows, from its making through the interface to the store (S13). */
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';

const PNG = { content_type: 'image/png' };
const bytes = Buffer.alloc(2_000, 7);

const clock = new TestClock();
let fixture: Booted;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  fixture = await bootApp({ parts: { env: clock.env } });
  ada = await fixture.person('ada');
  bob = await fixture.person('bob');
});
afterAll(() => fixture[Symbol.asyncDispose]());

interface Presigned {
  full: { url: string; key: string; headers: Record<string, string> };
  thumb: { url: string; key: string; headers: Record<string, string> };
}

const presign = async (person: Person): Promise<Presigned> =>
  (await fixture.ask(person, 'POST', '/api/me/avatars/presign', PNG)).body;

const register = (person: Person, key: string, thumb_key: string) =>
  fixture.ask(person, 'POST', '/api/me/avatars', {
    key,
    thumb_key,
    content_type: 'image/png',
    byte_size: 2_000,
    size_px: 64,
  });

const put = (url: string, headers: Record<string, string>, body = bytes) =>
  fetch(url, { method: 'PUT', headers, body });

describe('a link for uploading', () => {
  it('is for a key that the service chose, below the account that asked', async () => {
    const { full, thumb } = await presign(ada);
    for (const { key } of [full, thumb]) expect(key).toMatch(new RegExp(`^avatars/${ada.accountId}/[^/]+\\.png$`));
    const again = await presign(ada);
    expect(new Set([full.key, thumb.key, again.full.key, again.thumb.key]).size).toBe(4);
  });

  it('takes the type it was asked for and no other', async () => {
    const { full } = await presign(ada);
    for (const type of ['image/svg+xml', 'text/html', 'image/jpeg', 'IMAGE/PNG']) {
      expect((await put(full.url, { 'Content-Type': type })).status).toBe(403);
    }
    expect((await put(full.url, full.headers)).status).toBe(200);
  });

  it('is none for the file of somebody else, whoever rewrites it', async () => {
    const [mine, theirs] = [await presign(ada), await presign(bob)];
    const rewritten = [
      mine.full.url.replace(mine.full.key, theirs.full.key),
      mine.full.url.replace(ada.accountId, bob.accountId),
      mine.full.url.replace(`${ada.accountId}/`, `${ada.accountId}%2F..%2F${bob.accountId}%2F`),
    ];
    for (const url of rewritten) expect((await put(url, mine.full.headers)).status).toBe(403);
    expect(await fixture.app.objects.head(theirs.full.key)).toBeNull();
  });

  it('takes no more than a photo may have', async () => {
    const { full } = await presign(ada);
    expect((await put(full.url, full.headers, Buffer.alloc(8_388_609))).status).toBe(413);
    expect(await fixture.app.objects.head(full.key)).toBeNull();
  });

  it('is none when its ten minutes are over', async () => {
    const { full } = await presign(ada);
    clock.move(590_000);
    expect((await put(full.url, full.headers)).status).toBe(200);
    clock.move(10_000);
    expect((await put(full.url, full.headers)).status).toBe(403);
  });
});

describe('a key that comes back', () => {
  it.each([
    ['of somebody else', ({ full }: Presigned) => full.key.replace(ada.accountId, bob.accountId)],
    ['that climbs', ({ full }: Presigned) => full.key.replace('avatars/', `avatars/${ada.accountId}/../`)],
    ['that climbs to somebody else', () => `avatars/${ada.accountId}/../${bob.accountId}/a.png`],
    ['with encoded slashes', () => `avatars/${ada.accountId}/..%2F${bob.accountId}%2Fa.png`],
    ['of another prefix', () => 'exports/a.png'],
    ['with a query', ({ full }: Presigned) => `${full.key}?x=y`],
    ['with an end of text in it', () => `avatars/${ada.accountId}/a.png\0.png`],
    ['that is a folder', () => `avatars/${ada.accountId}/`],
  ])('%s is refused, and no link is ever made for it', async (_what, alter) => {
    const presigned = await presign(ada);
    const { status, body } = await register(ada, alter(presigned), presigned.thumb.key);
    expect([status, body.error.code]).toEqual([422, 'validation_failed']);
  });
});

describe('a link for downloading', () => {
  it('is made afresh for each reader and opens nothing beside its file', async () => {
    const { full, thumb } = await presign(ada);
    await put(full.url, full.headers);
    const { body } = await register(ada, full.key, thumb.key);
    const { url } = body.avatar as { url: string };
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace(full.key, thumb.key))).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405);
    expect((await put(url, full.headers)).status).toBe(405);
  });

  it('leads nowhere without what was signed, and to no list of files', async () => {
    const { full } = await presign(ada);
    const { origin } = new URL(full.url);
    for (const path of ['/objects/', '/objects', `/objects/avatars/${ada.accountId}/`, `/objects/${full.key}`]) {
      const answer = await fetch(`${origin}${path}`);
      expect([path, [403, 404].includes(answer.status)]).toEqual([path, true]);
      expect(await answer.text()).not.toContain('.png');
    }
  });
});
