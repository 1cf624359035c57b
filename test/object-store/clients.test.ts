/** Links in the hands of clients that are none of ours. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { PutLink } from '#src/adapters/object-store/object-store.js';
import { describeInChromium } from '../support/browsers/chromium.js';
import { digest, freshKey, get, getLinkFor, put, someBytes } from './client.js';
import { describeOnBothStores } from './places.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describeInChromium('in Chromium', (browser) => {
  describeOnBothStores('a page', (place) => {
    /** One of our pages, which stands at another origin than the files. */
    const inPage = async (script: string): Promise<unknown> => {
      const page = await browser().newPage();
      try {
        await page.goto(`${place().url}/docs`);
        return await page.evaluate(`(async () => { ${script} })()`);
      } finally {
        await page.close();
      }
    };

    const uploading = (link: PutLink, type: string) => `
      const bytes = Uint8Array.from(atob('${PIXEL}'), (letter) => letter.charCodeAt(0));
      const request = new XMLHttpRequest();
      let told = 0;
      request.upload.addEventListener('progress', ({ loaded }) => { told = loaded; });
      request.open('PUT', ${JSON.stringify(link.url)});
      request.setRequestHeader('Content-Type', '${type}');
      await new Promise((resolve) => {
        request.addEventListener('loadend', resolve);
        request.send(new Blob([bytes]));
      });`;

    it('uploads with progress, shows what it has uploaded and reads it', async () => {
      const { objects, uploadLink } = place();
      const link = await uploadLink(freshKey('png'), 'image/png');
      const length = Buffer.from(PIXEL, 'base64').length;
      const url = JSON.stringify(getLinkFor(objects, link.key));
      const seen = await inPage(`${uploading(link, 'image/png')}
        const image = new Image();
        image.src = ${url};
        await image.decode();
        const { byteLength } = await (await fetch(${url})).arrayBuffer();
        return [request.status, told, image.naturalWidth, byteLength];`);
      expect(seen).toEqual([200, length, 1, length]);
    });

    it('hears that another type is refused', async () => {
      const { objects, uploadLink } = place();
      const link = await uploadLink(freshKey('png'), 'image/png');
      expect(await inPage(`${uploading(link, 'image/webp')} return request.status;`)).toBe(403);
      expect(await objects.head(link.key)).toBeNull();
    });
  });
});

describeOnBothStores('curl', (place) => {
  const curl = async (args: string[], input?: Uint8Array): Promise<Buffer> => {
    const child = spawn('curl', ['--silent', '--fail', '--max-time', '30', ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(input);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`curl ended with ${code}`);
    return Buffer.concat(chunks);
  };
  const upload = ['--request', 'PUT', '--data-binary', '@-'];

  // Large enough for curl to ask first whether it may (Expect: 100-continue).
  it('uploads and downloads, whole and in part', async () => {
    const { objects, uploadLink } = place();
    const link = await uploadLink(freshKey());
    const body = someBytes(2_500_000);
    await curl([...upload, '--header', 'Content-Type: image/jpeg', link.url], body);
    const url = getLinkFor(objects, link.key);
    expect(digest(await curl([url]))).toBe(digest(body));
    expect((await curl(['--range', '100-199', url])).equals(body.subarray(100, 200))).toBe(true);
  });

  it('is refused with another type, another key and a link of yesterday', async () => {
    const { objects, signedAt, uploadLink } = place();
    const link = await uploadLink(freshKey());
    const old = getLinkFor(signedAt(Date.now() - 86_400_000), link.key);
    await put(link, someBytes(10));
    await expect(curl([...upload, '--header', 'Content-Type: text/html', link.url], someBytes(5))).rejects.toThrow(
      '22',
    );
    const other = link.url.replace(link.key, freshKey());
    await expect(curl([...upload, '--header', 'Content-Type: image/jpeg', other], someBytes(5))).rejects.toThrow('22');
    await expect(curl([old])).rejects.toThrow('22');
    expect((await get(getLinkFor(objects, link.key))).bytes.length).toBe(10);
  });
});
