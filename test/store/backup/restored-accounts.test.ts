/** The commands for backups against a real S3 server, and accounts that were deleted after the backup. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { openEmbeddedReader } from '#src/store/embedded/embedded-store.js';
import { People } from '../../sdk/people.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { describeWithS3 } from '../../support/servers/versitygw.js';
import { poll } from '../../support/time/poll.js';

const run = promisify(execFile);

describeWithS3('a backup on an S3 server', (server) => {
  let folder: string;
  let service: ServerProcess;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meydan-s3-backup-'));
    service = await startServer({ DATA_DIR: join(folder, 'data'), ...server().settings });
  }, 160_000);
  afterAll(async () => {
    await service?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const command = async (name: 'backup' | 'restore', dataDir: string, address: string): Promise<string> => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, ...server().settings };
    return (await run(process.execPath, [`scripts/store/${name}.mjs`, address], { env })).stdout;
  };

  it('brings back what was there, without the account that was deleted since', async () => {
    const bucket = server().settings.S3_BUCKET as string;
    await using people = new People();
    const ada = await people.enter(service.url, 'ada');
    const bob = await people.enter(service.url, 'bob');
    await bob.request('POST /api/rooms', { body: { name: 'Kahve', slug: 'kahve' } });
    await bob.room('kahve').send('selam');
    const { id } = (await ada.request('GET /api/me')).account;
    const bobs = (await bob.request('GET /api/me')).account.id;
    expect(await command('backup', join(folder, 'data'), `s3://${bucket}/backups/monday`)).toMatch(
      /documents.*verified/,
    );
    await ada.request('DELETE /api/me', { body: {} });
    const stone = new HeadObjectCommand({ Bucket: bucket, Key: `erased/${id}.txt` });
    await poll(
      () =>
        server()
          .client.send(stone)
          .then(Boolean, () => false),
      { until: 'the erasure has begun' },
    );
    expect(await service.stop()).toBe(0);

    const elsewhere = join(folder, 'elsewhere');
    const output = await command('restore', elsewhere, `s3://${bucket}/backups/monday`);
    expect(output).toMatch(/1 accounts that were deleted since are deleted again/);
    expect(output).toMatch(/1 rooms, \d+ entries, 0 problems/);
    const reader = await openEmbeddedReader({ dir: elsewhere });
    expect(await reader.get('accounts', id)).toBeNull();
    expect(await reader.get('erasures', id)).toMatchObject({ _id: id });
    expect(await reader.get('accounts', bobs)).toMatchObject({ _id: bobs });
    await reader.close();
  }, 120_000);
});
