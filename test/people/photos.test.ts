/** Photos of an account over real uploads: links, registration, the primary one, deletion. */
import { type Answer, type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { onEachEngine } from '../support/store/engine-settings.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const FOREIGN = "must be this account's own upload";

interface PutLink {
  method: string;
  url: string;
  key: string;
  expires_in: number;
  headers: Record<string, string>;
}

onEachEngine('photos of an account', (engine) => {
  describe('over one service', () => {
    let booted: Booted;
    let people = 0;
    beforeAll(async () => {
      booted = await bootApp({ settings: engine() });
    });
    afterAll(() => booted[Symbol.asyncDispose]());

    /** Somebody new, who has chosen no username: photos need none. */
    const somebody = (): Promise<Person> => booted.person(`kisi${(people += 1)}`, { username: null });
    const outcome = ({ status, body }: Answer) => (body?.error ? `${status} ${body.error.code}` : String(status));

    async function presign(person: Person, body: object = {}): Promise<{ full: PutLink; thumb: PutLink }> {
      const answer = await booted.ask(person, 'POST', '/api/me/avatars/presign', body);
      expect(answer.status).toBe(200);
      return answer.body;
    }

    const put = ({ url, headers }: PutLink, bytes: string) => fetch(url, { method: 'PUT', headers, body: bytes });

    async function upload(person: Person): Promise<{ key: string; thumb_key: string }> {
      const { full, thumb } = await presign(person);
      for (const link of [full, thumb]) expect((await put(link, link.key)).status).toBeLessThan(300);
      return { key: full.key, thumb_key: thumb.key };
    }

    const register = (person: Person, keys: object, rest: object = {}) =>
      booted.ask(person, 'POST', '/api/me/avatars', { byte_size: 100, size_px: 640, ...keys, ...rest });

    async function add(person: Person, rest: object = {}) {
      const answer = await register(person, await upload(person), rest);
      expect(outcome(answer)).toBe('201');
      return answer.body.avatar;
    }

    const list = async (person: Person) => (await booted.ask(person, 'GET', '/api/me/avatars')).body.avatars;
    const ids = async (person: Person) => (await list(person)).map(({ id }: { id: string }) => id);
    const face = async (person: Person) => (await booted.ask(person, 'GET', '/api/me')).body.account.avatar;

    it('are uploaded by two links and shown by two others', async () => {
      const ada = await somebody();
      expect(await list(ada)).toEqual([]);
      expect(await face(ada)).toBeNull();
      const presigned = await presign(ada, { content_type: 'image/webp' });
      expect(presigned).toMatchObject({ content_type: 'image/webp' });
      for (const link of [presigned.full, presigned.thumb]) {
        expect(link).toMatchObject({ method: 'PUT', expires_in: 600, headers: { 'Content-Type': 'image/webp' } });
        expect(link.key.startsWith(`avatars/${ada.accountId}/`)).toBe(true);
        expect(link.key.endsWith('.webp')).toBe(true);
        expect((await put(link, `bytes of ${link.key}`)).status).toBeLessThan(300);
      }
      expect(presigned.full.key).not.toBe(presigned.thumb.key);
      const keys = { key: presigned.full.key, thumb_key: presigned.thumb.key, content_type: 'image/webp' };
      const { status, body } = await register(ada, keys);
      expect(status).toBe(201);
      expect(Object.keys(body.avatar).sort()).toEqual(
        ['content_type', 'created_at', 'id', 'is_primary', 'size_px', 'thumb_url', 'url'].sort(),
      );
      expect(body.avatar).toMatchObject({ content_type: 'image/webp', size_px: 640, is_primary: true });
      expect(body.avatar.id).toMatch(UUID);
      for (const [url, key] of [
        [body.avatar.url, keys.key],
        [body.avatar.thumb_url, keys.thumb_key],
      ]) {
        const file = await fetch(url);
        expect(file.headers.get('content-type')).toBe('image/webp');
        expect(await file.text()).toBe(`bytes of ${key}`);
      }
      expect(await face(ada)).toMatchObject({ id: body.avatar.id, is_primary: true });
      expect(await ids(ada)).toEqual([body.avatar.id]);
    });

    it('leave no record when only links were asked for', async () => {
      const ada = await somebody();
      await presign(ada);
      expect(await list(ada)).toEqual([]);
    });

    it.each(['image/gif', 'image/jpg', 'text/html', '', 7, null])('get no link for %p', async (content_type) => {
      const ada = await somebody();
      const answer = await booted.ask(ada, 'POST', '/api/me/avatars/presign', { content_type });
      expect(outcome(answer)).toBe('400 invalid_request');
    });

    it('take jpeg links when nothing is said', async () => {
      const { full, thumb } = await presign(await somebody());
      for (const { key, headers } of [full, thumb]) {
        expect(key.endsWith('.jpg')).toBe(true);
        expect(headers).toEqual({ 'Content-Type': 'image/jpeg' });
      }
    });

    it('have one primary among them: the first, then whichever is added without a no', async () => {
      const ada = await somebody();
      const first = await add(ada, { primary: false });
      expect(first.is_primary).toBe(true);
      const second = await add(ada, { primary: false });
      expect(second.is_primary).toBe(false);
      const third = await add(ada);
      expect(third.is_primary).toBe(true);
      expect(await ids(ada)).toEqual([third.id, second.id, first.id]);
      const chosen = await booted.ask(ada, 'PUT', `/api/me/avatars/${first.id}/primary`);
      expect(chosen.status).toBe(200);
      expect(chosen.body.avatar).toMatchObject({ id: first.id, is_primary: true });
      expect((await list(ada)).map(({ is_primary }: { is_primary: boolean }) => is_primary)).toEqual([
        true,
        false,
        false,
      ]);
      expect(await ids(ada)).toEqual([first.id, third.id, second.id]);
      expect((await face(ada)).id).toBe(first.id);
    });

    it('that go leave the face to the newest one, and none to nobody', async () => {
      const ada = await somebody();
      const [one, two, three] = [await add(ada), await add(ada, { primary: false }), await add(ada)];
      const remove = async ({ id }: { id: string }) =>
        outcome(await booted.ask(ada, 'DELETE', `/api/me/avatars/${id}`));
      expect(await remove(three)).toBe('204');
      expect((await face(ada)).id).toBe(two.id);
      expect(await remove(one)).toBe('204');
      expect((await face(ada)).id).toBe(two.id);
      expect(await remove(two)).toBe('204');
      expect(await face(ada)).toBeNull();
      expect(await list(ada)).toEqual([]);
      expect(await remove(two)).toBe('404 not_found');
    });

    it('are the same photo when the same upload is registered again', async () => {
      const ada = await somebody();
      const keys = await upload(ada);
      const first = (await register(ada, keys)).body.avatar;
      await add(ada);
      const again = await register(ada, keys);
      expect(again.status).toBe(201);
      expect(again.body.avatar).toMatchObject({ id: first.id, is_primary: false });
      expect(await list(ada)).toHaveLength(2);
    });

    it('may be registered before they are uploaded, or by a key of the own folder', async () => {
      const ada = await somebody();
      const { full, thumb } = await presign(ada);
      expect(outcome(await register(ada, { key: full.key, thumb_key: thumb.key }))).toBe('201');
      const folder = `avatars/${ada.accountId}/`;
      const own = { key: `${folder}elle.jpg`, thumb_key: `${folder}elle-kucuk.jpg` };
      expect(outcome(await register(ada, own))).toBe('201');
    });

    it('take no keys of others, however they are spelled', async () => {
      const ada = await somebody();
      const bob = await somebody();
      const [own, his] = [await upload(ada), await upload(bob)];
      const mine = `avatars/${ada.accountId}/`;
      const foreign = [
        his.key,
        `${mine}../${bob.accountId}/x.jpg`,
        `${mine}%2e%2e/${bob.accountId}/x.jpg`,
        `${mine}/x.jpg`,
        `/${own.key}`,
        `${mine.toUpperCase()}x.jpg`,
        mine,
        `${mine}x`,
        `${mine}x.jpg\u0000.png`,
        `room-avatars/${ada.accountId}/x.jpg`,
        `exports/${ada.accountId}/x.zip`,
        '',
      ];
      for (const key of foreign) {
        const answer = await register(ada, { ...own, key });
        expect(outcome(answer)).toBe('422 validation_failed');
        if (key !== '') expect(answer.body.error.fields).toEqual({ key: [FOREIGN] });
        expect(outcome(await register(ada, { ...own, thumb_key: key }))).toBe('422 validation_failed');
      }
      const both = await register(ada, { key: his.key, thumb_key: his.thumb_key });
      expect(both.body.error.fields).toEqual({ key: [FOREIGN], thumb_key: [FOREIGN] });
      expect(await list(ada)).toEqual([]);
    });

    it.each<[string, unknown]>([
      ['key', undefined],
      ['key', 7],
      ['thumb_key', undefined],
      ['content_type', 'image/gif'],
      ['byte_size', 0],
      ['byte_size', 8_388_609],
      ['byte_size', 1.5],
      ['byte_size', '100'],
      ['size_px', 0],
      ['size_px', 4_097],
      ['size_px', null],
    ])('need %s to be something else than %p', async (field, value) => {
      const ada = await somebody();
      const keys = { key: `avatars/${ada.accountId}/a.jpg`, thumb_key: `avatars/${ada.accountId}/b.jpg` };
      const answer = await register(ada, keys, { [field]: value });
      expect(outcome(answer)).toBe('422 validation_failed');
      expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    });

    it.each([
      ['byte_size', 1],
      ['byte_size', 8_388_608],
      ['size_px', 1],
      ['size_px', 4_096],
    ])('may have a %s of %p', async (field, value) => {
      const ada = await somebody();
      expect(outcome(await register(ada, await upload(ada), { [field]: value }))).toBe('201');
    });

    it('need not say how large they are', async () => {
      const ada = await somebody();
      const answer = await register(ada, await upload(ada), { byte_size: undefined, size_px: undefined });
      expect([outcome(answer), answer.body.avatar.size_px]).toEqual(['201', null]);
    });

    it.each([null, 'false', 0, 'no', {}])('become primary by %p, which is no plain no', async (primary) => {
      const ada = await somebody();
      await add(ada);
      expect((await add(ada, { primary })).is_primary).toBe(true);
    });

    it('are only found by their owner', async () => {
      const ada = await somebody();
      const bob = await somebody();
      const { id } = await add(ada);
      for (const named of [id, crypto.randomUUID(), 'nobody', '%00']) {
        expect(outcome(await booted.ask(bob, 'PUT', `/api/me/avatars/${named}/primary`))).toBe('404 not_found');
        expect(outcome(await booted.ask(bob, 'DELETE', `/api/me/avatars/${named}`))).toBe('404 not_found');
      }
      expect(await ids(ada)).toEqual([id]);
      for (const [method, path] of [
        ['GET', ''],
        ['POST', ''],
        ['POST', '/presign'],
        ['PUT', `/${id}/primary`],
        ['DELETE', `/${id}`],
      ] as const) {
        expect(outcome(await booted.ask(null, method, `/api/me/avatars${path}`))).toBe('401 unauthorized');
      }
    });

    it('have exactly one primary whatever is done to them at once', async () => {
      const ada = await somebody();
      const added = await Promise.all(Array.from({ length: 12 }, (_, at) => add(ada, { primary: at % 2 === 0 })));
      const deeds = added.flatMap(({ id }, at) => [
        booted.ask(ada, 'PUT', `/api/me/avatars/${id}/primary`),
        ...(at % 3 === 0 ? [booted.ask(ada, 'DELETE', `/api/me/avatars/${id}`)] : []),
      ]);
      for (const answer of await Promise.all(deeds)) expect(outcome(answer)).toMatch(/^(200|204|404 not_found)$/);
      const left = await list(ada);
      expect(left).toHaveLength(8);
      expect(left.filter(({ is_primary }: { is_primary: boolean }) => is_primary)).toEqual([left[0]]);
      expect((await face(ada)).id).toBe(left[0].id);
      const created = left.slice(1).map(({ created_at }: { created_at: string }) => Date.parse(created_at));
      expect(created).toEqual([...created].sort((a, b) => b - a));
    });
  });
});
