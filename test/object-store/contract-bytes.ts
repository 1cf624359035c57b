import { digest, freshKey, get, getLinkFor, put, someBytes } from './client.js';
import type { Places } from './places.js';

export function bytesContract(place: Places): void {
  describe('a file', () => {
    it.each([0, 1, 191, 65_536, 65_537, 3_000_001])(
      'of %d bytes comes back as it was sent, with its type',
      async (length) => {
        const { objects, uploadLink } = place();
        const key = freshKey('pdf');
        const body = someBytes(length);
        expect((await put(await uploadLink(key, 'application/pdf'), body)).status).toBe(200);
        const { status, headers, bytes } = await get(getLinkFor(objects, key));
        expect([status, headers.get('content-type'), headers.get('content-length'), digest(bytes)]).toEqual([
          200,
          'application/pdf',
          String(length),
          digest(body),
        ]);
        expect(await objects.head(key)).toEqual({
          key,
          bytes: length,
          contentType: 'application/pdf',
          modifiedAt: expect.any(Number),
        });
      },
    );

    it('is replaced whole by a shorter one of the same key', async () => {
      const { objects, uploadLink } = place();
      const link = await uploadLink(freshKey());
      await put(link, someBytes(100_000));
      await put(link, Buffer.from('short'));
      expect((await get(getLinkFor(objects, link.key))).bytes.toString()).toBe('short');
    });

    it('uploaded many times at once is one of them, whole', async () => {
      const { objects, uploadLink } = place();
      const link = await uploadLink(freshKey());
      const bodies = Array.from({ length: 10 }, (_, each) => someBytes(100_000 + each));
      const answers = await Promise.all(bodies.map((body) => put(link, body)));
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      const { bytes } = await get(getLinkFor(objects, link.key));
      expect(bodies.map(digest)).toContain(digest(bytes));
    });

    it('does not suffer from fifty others on their way up and down', async () => {
      const { objects, uploadLink } = place();
      const trips = Array.from({ length: 50 }, async (_, each) => {
        const key = freshKey();
        const body = someBytes(50_000 + each * 1_000);
        const { status } = await put(await uploadLink(key), body);
        const { bytes } = await get(getLinkFor(objects, key));
        return status === 200 && digest(bytes) === digest(body);
      });
      expect((await Promise.all(trips)).filter((isFine) => !isFine)).toEqual([]);
    });
  });

  describe('a part of a file', () => {
    const whole = someBytes(1_000);
    const partOf = async (range: string) => {
      const { objects } = place();
      const key = freshKey('mp4');
      await objects.write(key, whole, 'video/mp4');
      return get(getLinkFor(objects, key), { range });
    };

    it.each([
      ['bytes=0-0', 0, 1],
      ['bytes=10-19', 10, 20],
      ['bytes=990-', 990, 1_000],
      ['bytes=-5', 995, 1_000],
      ['bytes=0-5000', 0, 1_000],
    ])('%s is answered with just that', async (range, first, end) => {
      const { status, headers, bytes } = await partOf(range);
      expect([status, headers.get('content-range')]).toEqual([206, `bytes ${first}-${end - 1}/1000`]);
      expect(bytes.equals(whole.subarray(first, end))).toBe(true);
      expect(headers.get('content-type')).toBe('video/mp4');
    });

    it('that it does not have is refused', async () => {
      expect((await partOf('bytes=1000-')).status).toBe(416);
    });
  });

  it('a download carries its name, in any language', async () => {
    const { objects } = place();
    const key = freshKey('pdf');
    await objects.write(key, someBytes(10), 'application/pdf');
    const names = ['bütçe.pdf', 'İĞÜŞÖÇ ığüşöç.pdf', '报告 📄.pdf', "it's (a) *name*.pdf", 'a;b=c, d%20e.pdf'];
    for (const name of names) {
      const { headers, status } = await get(objects.getLink({ key, expiresInS: 600, downloadName: name }));
      const disposition = headers.get('content-disposition') ?? '';
      expect([status, disposition.startsWith('attachment;')]).toEqual([200, true]);
      expect(decodeURIComponent(/filename\*=UTF-8''([^;]+)$/.exec(disposition)?.[1] ?? '')).toBe(name);
    }
  });

  it('a page of another origin may upload and download', async () => {
    const { objects, uploadLink } = place();
    const link = await uploadLink(freshKey());
    const origin = 'https://chat.example.org';
    const asked = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' };
    const preflight = await fetch(link.url, { method: 'OPTIONS', headers: asked });
    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(/content-type|\*/);
    const answers = [
      await put(link, someBytes(10), { ...link.headers, origin }),
      await fetch(getLinkFor(objects, link.key), { headers: { origin } }),
    ];
    for (const { headers } of [preflight, ...answers]) {
      expect(['*', origin]).toContain(headers.get('access-control-allow-origin'));
    }
  });
}
