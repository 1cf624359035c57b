import { request } from 'node:http';
import { createS3Links } from '#src/adapters/object-store/s3/links.js';
import { openS3Store } from '#src/adapters/object-store/s3/s3-store.js';
import { bootApp } from '../support/clients/boot-app.js';
import { describeWithS3 } from '../support/servers/versitygw.js';
import { freshKey, getLinkFor, put, putLinkFor, someBytes } from './client.js';

const settings = {
  endpoint: 'https://s3.internal.example',
  publicEndpoint: 'https://files.example.org',
  region: 'eu-central-1',
  bucket: 'meydan-files',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'a secret',
  forcePathStyle: true,
  now: () => Date.UTC(2026, 10, 21, 12, 0, 0, 999),
};

describe('a presigned link', () => {
  const links = createS3Links(settings);
  const parametersOf = (url: string) => Object.fromEntries(new URL(url).searchParams);

  it('leads to where clients reach the store', () => {
    expect(links.origin).toBe('https://files.example.org');
    expect(new URL(getLinkFor(links, 'a/b.jpg'))).toMatchObject({
      origin: 'https://files.example.org',
      pathname: '/meydan-files/a/b.jpg',
    });
  });

  it('has the bucket in its host where the store is asked so', () => {
    const virtual = createS3Links({ ...settings, forcePathStyle: false });
    expect(virtual.origin).toBe('https://meydan-files.files.example.org');
    expect(new URL(getLinkFor(virtual, 'a/b.jpg'))).toMatchObject({ origin: virtual.origin, pathname: '/a/b.jpg' });
  });

  it('signs the type of an upload, and no checksum of a body that is not there yet', () => {
    const parameters = parametersOf(putLinkFor(links, 'a/b.jpg').url);
    expect(parameters).toEqual({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKIDEXAMPLE/20261121/eu-central-1/s3/aws4_request',
      'X-Amz-Date': '20261121T120000Z',
      'X-Amz-Expires': '600',
      'X-Amz-SignedHeaders': 'content-type;host',
      'X-Amz-Signature': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('carries no secret', () => {
    const all = [putLinkFor(links, 'a/b.jpg').url, getLinkFor(links, 'a/b.jpg')].join(' ');
    expect(decodeURIComponent(all.replaceAll('+', ' '))).not.toContain(settings.secretAccessKey);
  });

  it('lives for whole seconds, never longer than asked and never for none', () => {
    const livesFor = (expiresInS: number) =>
      parametersOf(links.getLink({ key: 'a/b.jpg', expiresInS }))['X-Amz-Expires'];
    expect([livesFor(60), livesFor(59.9), livesFor(0.2)]).toEqual(['60', '59', '1']);
  });

  it('takes less than a quarter of a millisecond to make', () => {
    const rounds = 2_000;
    for (let each = 0; each < rounds; each += 1) getLinkFor(links, freshKey());
    const start = process.cpuUsage();
    for (let each = 0; each < rounds; each += 1) getLinkFor(links, freshKey());
    expect(process.cpuUsage(start).user / 1_000 / rounds).toBeLessThan(0.25);
  });
});

describeWithS3('an S3 store', (server) => {
  const opened = (more: Record<string, unknown> = {}) => {
    const { S3_ENDPOINT: endpoint = '', S3_REGION: region = '', S3_BUCKET: bucket = '' } = server().settings;
    const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = server().settings;
    const own = { endpoint, publicEndpoint: endpoint, region, bucket, accessKeyId, secretAccessKey };
    return openS3Store({ ...settings, ...own, now: () => Date.now(), ...more });
  };

  it('takes links that have the bucket in their host', async () => {
    const { virtualDomain, port } = server();
    const objects = opened({ publicEndpoint: `http://${virtualDomain}:${port}`, forcePathStyle: false });
    const link = putLinkFor(objects, freshKey());
    const { host, pathname, search } = new URL(link.url);
    expect(host).toBe(`meydan-files.${virtualDomain}:${port}`);
    const status = await new Promise((resolve, reject) => {
      const headers = { ...link.headers, Host: host, 'Content-Length': 5 };
      const asked = { host: '127.0.0.1', port, path: pathname + search, method: 'PUT', headers };
      request(asked, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end('hello');
    });
    expect(status).toBe(200);
    const stored = opened();
    expect((await stored.head(link.key))?.bytes).toBe(5);
    await Promise.all([objects.close(), stored.close()]);
  });

  it('whose links are made with a wrong key refuses them', async () => {
    const objects = opened({ secretAccessKey: 'another' });
    expect((await put(putLinkFor(objects, freshKey()), someBytes(10))).status).toBe(403);
    await objects.close();
  });

  it('that cannot be used says so, in the health of the service too, which goes on', async () => {
    const wrong = [{ bucket: 'not-there' }, { secretAccessKey: 'another' }, { endpoint: 'http://127.0.0.1:9' }];
    for (const each of wrong) {
      const objects = opened(each);
      await expect(objects.ping()).rejects.toThrow();
      await objects.close();
    }
    await using fixture = await bootApp({ settings: { ...server().settings, S3_BUCKET: 'not-there' } });
    const { status, body } = await fixture.ask(null, 'GET', '/api/health');
    expect([status, body.status, body.components.object_store.status]).toEqual([200, 'ok', 'failed']);
  });

  it('is asked once in five seconds, however many want to know', async () => {
    let now = 1_000_000;
    const objects = opened({ bucket: 'not-there', now: () => now });
    const failure = await objects.ping().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    now += 4_999;
    await expect(objects.ping()).rejects.toBe(failure);
    now += 1;
    const later = await objects.ping().catch((error: unknown) => error);
    expect(later).toBeInstanceOf(Error);
    expect(later).not.toBe(failure);
    await objects.close();
  });

  it('whose bucket is missing is not taken for one without files', async () => {
    const objects = opened({ bucket: 'not-there' });
    await expect(objects.readStart(freshKey(), 10)).rejects.toThrow();
    await expect(objects.list('')).rejects.toThrow();
    await expect(objects.remove([freshKey()])).rejects.toThrow();
    await expect(objects.write(freshKey(), someBytes(1), 'image/jpeg')).rejects.toThrow();
    await objects.close();
  });

  it('is where pages may load files from and send them to; the service serves none of them', async () => {
    await using fixture = await bootApp({ settings: server().settings });
    const policy = (await fetch(fixture.url)).headers.get('content-security-policy') ?? '';
    const endpoint = server().settings['S3_ENDPOINT'];
    for (const directive of ['connect-src', 'img-src', 'media-src']) {
      expect(policy.split(';').find((each) => each.startsWith(directive))).toContain(endpoint);
    }
    expect((await fixture.ask(null, 'GET', '/objects/a/b.jpg')).status).toBe(404);
  });
});
