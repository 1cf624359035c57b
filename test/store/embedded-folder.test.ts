import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { onSmallDisk, startStoreProcess } from '../support/store/store-process.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-folder-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

describe('the data folder', () => {
  it('is made when it is missing', async () => {
    const store = await openEmbeddedStore({ dir: join(dir, 'deep/er') });
    expect(await store.append([{ _id: 'r:1', room: 'r' }])).toEqual({ appended: 1 });
    await store.close();
    expect(await readdir(join(dir, 'deep/er'))).toContain('store.db');
  });

  it('belongs to one process; the second is told which, and leaves the first undisturbed', async () => {
    const store = await openEmbeddedStore({ dir });
    const second = startStoreProcess('hold', dir);
    expect(await second.started).toMatchObject({
      error: { name: 'StoreLocked', message: expect.stringMatching(new RegExp(`process ${process.pid} .*${dir}`)) },
    });
    await second.kill();
    expect(await store.append([{ _id: 'r:1', room: 'r' }])).toEqual({ appended: 1 });
    await store.close();
  });

  it('is not opened twice within one process either', async () => {
    const store = await openEmbeddedStore({ dir });
    await expect(openEmbeddedStore({ dir })).rejects.toMatchObject({ name: 'StoreLocked' });
    const second = startStoreProcess('hold', dir);
    expect(await second.started).toMatchObject({ error: { name: 'StoreLocked' } });
    await second.kill();
    await store.close();
  });

  it('is free at once when its process is killed with -9', async () => {
    const first = startStoreProcess('hold', dir);
    expect(await first.started).toEqual({ open: true });
    await expect(openEmbeddedStore({ dir })).rejects.toMatchObject({
      name: 'StoreLocked',
      message: expect.stringContaining(`process ${first.child.pid} `),
    });
    await first.kill();
    const store = await openEmbeddedStore({ dir });
    await store.close();
  });

  it('is free again after a close', async () => {
    const first = await openEmbeddedStore({ dir });
    await first.append([{ _id: 'r:1', room: 'r' }]);
    await first.close();
    const second = await openEmbeddedStore({ dir });
    expect(await second.get('log', 'r:1')).toEqual({ _id: 'r:1', room: 'r' });
    await second.close();
  });

  it('is refused by name when its file is no store of ours', async () => {
    await writeFile(join(dir, 'store.db'), 'this is a shopping list, not a database'.repeat(200));
    await expect(openEmbeddedStore({ dir })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringMatching(/store\.db: .*damaged/),
    });
  });

  it('is refused by name when it cannot be made or opened', async () => {
    await writeFile(join(dir, 'file'), '');
    await expect(openEmbeddedStore({ dir: join(dir, 'file') })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringContaining(join(dir, 'file')),
    });
    await mkdir(join(dir, 'odd/store.db'), { recursive: true });
    await expect(openEmbeddedStore({ dir: join(dir, 'odd') })).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringContaining('store.db: the file cannot be opened'),
    });
  });

  it('says so when the disk is full, loses nothing, and takes writes again when there is space', () => {
    const told = onSmallDisk('fill', dir, 'size=6m');
    if (!told) {
      process.stderr.write('WARNING: this system allows no mounts, so the full disk is NOT tested.\n');
      return;
    }
    const acked = told.acked as number;
    expect(acked).toBeGreaterThan(20);
    expect(told).toMatchObject({
      refusal: { name: 'StoreUnavailable', message: expect.stringMatching(/store\.db: the disk is full/) },
      again: 'StoreUnavailable',
      ping: 'StoreUnavailable',
      readable: acked,
      afterwards: 1,
      kept: acked + 1,
    });
  });

  it('says so when it is read-only', () => {
    const told = onSmallDisk('hold', dir, 'ro');
    if (!told) {
      process.stderr.write('WARNING: this system allows no mounts, so the read-only folder is NOT tested.\n');
      return;
    }
    expect(told).toMatchObject({ error: { name: 'StoreUnavailable', message: expect.stringContaining(dir) } });
  });
});
