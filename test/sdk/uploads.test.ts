/** Files on their way to the store: the links that are asked for, the progress, and what a message gets. */
import type { MeydanError } from '#sdk/errors.js';
import { type Upload, type UploadOptions, uploadTo } from '#sdk/uploads.js';

const own = globalThis as unknown as Record<string, unknown>;
const { fetch: ownFetch } = globalThis;
const photo = new Blob(['photo'], { type: 'image/png' });
const thumb = new Blob(['th'], { type: 'image/webp' });
const link = (key: string) => ({
  key,
  method: 'PUT',
  url: `https://files.test/${key}`,
  headers: { 'content-type': key },
});

/** A service that gives links, and a store that answers with these statuses. */
function scene(statuses: (number | Error)[] = []) {
  const asked: unknown[] = [];
  const put: unknown[] = [];
  const request = async (operation: string, given: object) => {
    asked.push([operation, given]);
    return { put: link('document'), full: link('full'), thumb: link('thumb') };
  };
  const answer = () => statuses.shift() ?? 200;
  own.fetch = async (url: string, { method, headers, body, signal }: RequestInit) => {
    put.push([method, url, headers, (body as Blob).size]);
    const status = answer();
    if (status instanceof Error || signal?.aborted) throw status;
    return { status };
  };
  const upload = (what: Upload, options?: UploadOptions) => uploadTo({ request } as never, 'kahve', what, options);
  return { asked, put, answer, upload };
}

afterEach(() => {
  own.fetch = ownFetch;
  delete own.XMLHttpRequest;
});

const path = { slug: 'kahve' };
const codeOf = (error: MeydanError) => [error.code, error.status];

describe('an upload', () => {
  it.each<[Upload, object, object]>([
    [
      { kind: 'photo', body: photo, width: 3, height: 4, thumb },
      { content_type: 'image/png', thumb_content_type: 'image/webp' },
      { type: 'photo', key: 'full', thumb_key: 'thumb', content_type: 'image/png', width: 3, height: 4, byte_size: 5 },
    ],
    [
      { kind: 'video', body: photo, width: 3, height: 4, durationMs: 9 },
      { content_type: 'image/png' },
      { type: 'video', key: 'full', content_type: 'image/png', width: 3, height: 4, byte_size: 5, duration_ms: 9 },
    ],
  ])('of media asks for a link and gives what the message carries', async (what, body, attachment) => {
    const { upload, asked, put } = scene();
    expect(await upload(what)).toEqual(attachment);
    expect(asked).toEqual([['POST /api/rooms/{slug}/media/presign', { path, body }]]);
    const sent = (key: string, size: number) => ['PUT', `https://files.test/${key}`, { 'content-type': key }, size];
    expect(put).toEqual([...('thumb' in what ? [sent('thumb', 2)] : []), sent('full', 5)]);
  });

  it('of a document keeps its name', async () => {
    const { upload, asked } = scene();
    const body = { content_type: 'image/png', name: 'söz.pdf' };
    const attachment = await upload({ kind: 'document', body: photo, name: 'söz.pdf' });
    expect(attachment).toEqual({ type: 'document', key: 'document', ...body, byte_size: 5 });
    expect(asked).toEqual([['POST /api/rooms/{slug}/docs/presign', { path, body }]]);
  });

  it('tells its beginning and its end, of the file alone', async () => {
    const parts: number[] = [];
    await scene().upload(
      { kind: 'photo', body: photo, width: 1, height: 1, thumb },
      { onProgress: (part) => parts.push(part) },
    );
    expect(parts).toEqual([0, 1]);
  });

  it.each<[number | Error, string, number]>([
    [300, 'invalid_attachment', 300],
    [403, 'invalid_attachment', 403],
    [new TypeError('no network'), 'network', 0],
  ])('that ends with %s is refused', async (status, code, told) => {
    const parts: number[] = [];
    const { upload } = scene([status]);
    const failed = upload({ kind: 'document', body: photo, name: 'x' }, { onProgress: (part) => parts.push(part) });
    expect([await failed.catch(codeOf), parts]).toEqual([[code, told], [0]]);
    expect(await scene([299]).upload({ kind: 'document', body: photo, name: 'x' })).toMatchObject({ key: 'document' });
  });

  it('may be cancelled', async () => {
    const { upload } = scene([new Error('aborted')]);
    const ended = new AbortController();
    ended.abort();
    const failed = upload({ kind: 'document', body: photo, name: 'x' }, { signal: ended.signal });
    await expect(failed).rejects.toMatchObject({ code: 'closed', message: 'The upload was cancelled.' });
  });
});

describe('an upload of a browser', () => {
  interface Asked {
    opened: string[];
    headers: string[];
    upload: { onprogress: ((event: object) => void) | null };
    onload: (() => void) | null;
    onerror: (() => void) | null;
    onabort: (() => void) | null;
    status: number;
    isSent: boolean;
  }

  function browser(options: UploadOptions = {}) {
    const requests: Asked[] = [];
    own.XMLHttpRequest = class implements Asked {
      opened: string[] = [];
      headers: string[] = [];
      upload = { onprogress: null };
      onload = null;
      onerror = null;
      onabort: (() => void) | null = null;
      status = 200;
      isSent = false;
      constructor() {
        requests.push(this);
      }
      open(...where: string[]): void {
        this.opened = where;
      }
      setRequestHeader(...header: string[]): void {
        this.headers.push(...header);
      }
      send(): void {
        this.isSent = true;
      }
      abort(): void {
        this.onabort?.();
      }
    };
    const parts: number[] = [];
    const onProgress = (part: number) => void parts.push(part);
    const done = scene().upload({ kind: 'document', body: photo, name: 'x' }, { onProgress, ...options });
    const begun = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return requests[0] as Asked;
    };
    return { done: done.then(({ type }) => type, codeOf), begun, parts };
  }

  it('tells how far it is', async () => {
    const { done, begun, parts } = browser();
    const request = await begun();
    expect([request.opened, request.headers, request.isSent]).toEqual([
      ['PUT', 'https://files.test/document'],
      ['content-type', 'document'],
      true,
    ]);
    request.upload.onprogress?.({ loaded: 1, total: 4, lengthComputable: true });
    request.upload.onprogress?.({ loaded: 1, total: 0, lengthComputable: false });
    request.onload?.();
    expect([await done, parts]).toEqual(['document', [0, 0.25, 1]]);
  });

  it.each<[string, (request: Asked) => void, [string, number], number[]]>([
    ['is refused', (request) => Object.assign(request, { status: 300 }).onload?.(), ['invalid_attachment', 300], [0]],
    ['has no network', (request) => request.onerror?.(), ['network', 0], [0]],
  ])('that %s fails', async (_, happens, code, told) => {
    const { done, begun, parts } = browser();
    happens(await begun());
    expect([await done, parts]).toEqual([code, told]);
  });

  it('may be cancelled before it begins and on its way', async () => {
    const ended = new AbortController();
    const { done, begun } = browser({ signal: ended.signal });
    await begun();
    ended.abort();
    expect(await done).toEqual(['closed', 0]);
    const late = browser({ signal: ended.signal });
    expect([await late.done, (await late.begun()).isSent]).toEqual([['closed', 0], false]);
  });
});
