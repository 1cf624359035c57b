/** An S3 store whose connections stay open and silent: a machine that was lost, a process that stands still. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openS3Store } from '#src/adapters/object-store/s3/s3-store.js';
import { poll } from '../support/time/poll.js';

const KEY = 'room-media/a/b.jpg';

async function withStore(answer: RequestListener, work: (store: ReturnType<typeof openS3Store>) => Promise<void>) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret' };
  const place = { endpoint, publicEndpoint: endpoint, region: 'eu-central-1', bucket: 'files', forcePathStyle: true };
  const store = openS3Store({ ...place, ...keys, requestTimeoutMs: 200, now: Date.now });
  try {
    await work(store);
  } finally {
    await store.close();
    server.closeAllConnections();
    server.close();
  }
}

describe('an S3 store that does not answer', () => {
  const silent: RequestListener = (request) => void request.resume();

  it.each([
    ['head', (store) => store.head(KEY)],
    ['readStart', (store) => store.readStart(KEY, 10)],
    ['write', (store) => store.write(KEY, new Uint8Array(10), 'image/jpeg')],
    ['remove', (store) => store.remove([KEY])],
    ['list', (store) => store.list('room-media/')],
    ['ping', (store) => store.ping()],
  ] satisfies [string, (store: ReturnType<typeof openS3Store>) => Promise<unknown>][])(
    'fails %s within its bound',
    async (_, call) => {
      await withStore(silent, (store) => expect(call(store)).rejects.toMatchObject({ name: 'TimeoutError' }));
    },
  );

  it('fails a download whose body stands still', async () => {
    const half: RequestListener = (_, response) => {
      response.writeHead(206, { 'content-length': '10' });
      response.write('half');
    };
    await withStore(half, (store) => expect(store.readStart(KEY, 10)).rejects.toMatchObject({ name: 'TimeoutError' }));
  });

  it('ends requests under way when it is closed, and repeats none', async () => {
    let asked = 0;
    const counting: RequestListener = (request, response) => {
      asked += 1;
      silent(request, response);
    };
    await withStore(counting, async (store) => {
      const removing = store.remove([KEY]);
      await poll(() => asked === 1, { until: 'the request is under way' });
      await store.close();
      await expect(removing).rejects.toMatchObject({ name: 'AbortError' });
    });
    expect(asked).toBe(1);
  });
});
