import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onEachEngine } from '../support/store/engine-settings.js';
import { FilesFixture } from './files-fixture.js';
import { samples } from './samples.js';

const HOUR_MS = 3_600_000;

onEachEngine('files', (engine) => {
  describe('documents', () => {
    let fixture: FilesFixture;
    let room: string;

    beforeAll(async () => {
      fixture = await FilesFixture.open({ ...engine(), ACCESS_TOKEN_TTL_S: '86400' });
      room = await fixture.room('oda');
      await fixture.room('baska');
    });
    afterAll(async () => {
      expect(await fixture.problems(room)).toEqual([]);
      await fixture.close();
    });

    const presign = (body: object) => fixture.code(fixture.ada, 'POST', '/rooms/oda/docs/presign', body);

    it('a link to upload by says how big and how long', async () => {
      const body = { content_type: 'application/pdf', name: 'rapor.pdf' };
      expect(await fixture.ok(fixture.ada, 'POST', '/rooms/oda/docs/presign', body)).toMatchObject({
        content_type: 'application/pdf',
        extension: 'pdf',
        max_bytes: 10_485_760,
        expires_in: 3_600,
        put: { method: 'PUT', expires_in: 600, headers: { 'Content-Type': 'application/pdf' } },
      });
    });

    it('a link takes a type and a name', async () => {
      expect(await presign({ name: 'a.html', content_type: 'text/html' })).toBe('400 invalid_request');
      expect(await presign({ name: 'a.pdf' })).toBe('400 invalid_request');
      expect(await presign({ content_type: 'application/pdf' })).toBe('400 invalid_request');
      expect(await presign({ content_type: 'application/pdf', name: '' })).toBe('400 invalid_request');
    });

    it.each([
      ['no name', { name: '' }],
      ['a blank name', { name: '  ' }],
      ['a name of 201 characters', { name: 'a'.repeat(201) }],
      ['10 MiB and a byte', { byte_size: 10_485_761 }],
      ['no bytes', { byte_size: 0 }],
      ['another type than the link was for', { content_type: 'application/zip' }],
      ['a picture', { content_type: 'image/png' }],
    ])('a document with %s is no attachment', async (_, change) => {
      const document = await fixture.document(fixture.ada, 'oda', 'application/pdf', null);
      expect(await fixture.refusal(fixture.ada, 'oda', { ...document, ...change })).toBe('422 invalid_attachment');
    });

    it.each([
      ['a name of 200 letters', { name: 'ğ'.repeat(200) }],
      ['exactly 10 MiB', { byte_size: 10_485_760 }],
    ])('a document with %s is one', async (_, change) => {
      const document = await fixture.document(fixture.ada, 'oda', 'application/pdf', null);
      expect(await fixture.refusal(fixture.ada, 'oda', { ...document, ...change })).toBe('201');
    });

    it('is downloaded under its name, by a link that lives no longer than it', async () => {
      const { ada, bob, clock } = fixture;
      const document = { ...(await fixture.document(ada, 'oda')), name: 'bütçe "2026".pdf' };
      const sent = await fixture.send(ada, 'oda', document);
      expect(sent).toMatchObject({ kind: 'document', expired: false, ttl_left: 3_600, attachment: document });
      expect(sent.attachment).not.toHaveProperty('until');
      clock.move(HOUR_MS - 10_000);
      const { message } = await fixture.ok(bob, 'GET', `/rooms/oda/docs/${sent.id}`);
      expect(message.ttl_left).toBeLessThanOrEqual(10);
      const answer = await fetch(message.attachment.url);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;.*filename\*=UTF-8''b%C3%BCt%C3%A7e/);
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(samples['application/pdf']);
      clock.move(10_000);
      expect((await fetch(message.attachment.url)).status).toBe(403);
      expect(await fixture.code(bob, 'GET', `/rooms/oda/docs/${sent.id}`)).toBe('410 document_expired');
      const read = await fixture.message(bob, 'oda', sent.id);
      expect(read).toMatchObject({ expired: true, ttl_left: 0, attachment: { url: null, name: document.name } });
      expect(await fixture.isThere(document.key)).toBe(true);
      await fixture.settle();
      expect(await fixture.isThere(document.key)).toBe(false);
      expect(await fixture.message(bob, 'oda', sent.id)).toMatchObject({ id: sent.id, expired: true });
    });

    it('a forward has what is left of the hour, and none has begun when it is over', async () => {
      const { ada, bob, clock } = fixture;
      const sent = await fixture.send(ada, 'oda', await fixture.document(ada, 'oda'));
      const forward_of = { room: 'oda', message_id: sent.id };
      clock.move(HOUR_MS / 2);
      const { message } = await fixture.ok(bob, 'POST', '/rooms/baska/messages', { forward_of });
      expect(message.ttl_left).toBeLessThanOrEqual(1_800);
      expect((await fetch(message.attachment.url)).status).toBe(200);
      clock.move(HOUR_MS / 2);
      expect(await fixture.code(bob, 'POST', '/rooms/baska/messages', { forward_of })).toBe('410 document_expired');
      expect((await fixture.message(bob, 'baska', message.id)).expired).toBe(true);
    });

    it('only documents are documents', async () => {
      const { ada, bob } = fixture;
      const photo = await fixture.send(ada, 'oda', await fixture.media(ada, 'oda'));
      const document = await fixture.send(ada, 'oda', await fixture.document(ada, 'oda'));
      expect(await fixture.code(bob, 'GET', `/rooms/oda/docs/${photo.id}`)).toBe('404 not_found');
      expect(await fixture.code(bob, 'GET', `/rooms/oda/media/${document.id}`)).toBe('404 not_found');
      expect(await fixture.code(bob, 'GET', `/rooms/oda/docs/${room}`)).toBe('404 not_found');
      await fixture.ok(ada, 'DELETE', `/rooms/oda/messages/${document.id}`);
      expect(await fixture.code(bob, 'GET', `/rooms/oda/docs/${document.id}`)).toBe('404 not_found');
    });

    it('goes although the service was down when its hour was over', async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'meydan-files-'));
      const settings = { ...engine(), DOCUMENT_TTL_S: '2', SECRET: 'a-secret-of-thirty-two-bytes-and-more' };
      try {
        const before = await FilesFixture.open(settings, dataDir);
        await before.room('oda');
        const document = await before.document(before.ada, 'oda');
        const sent = await before.send(before.ada, 'oda', document);
        await before.sweepFiles();
        expect(await before.isThere(document.key)).toBe(true);
        await before.close();
        const after = await FilesFixture.open(settings, dataDir);
        after.clock.move(2_000);
        expect((await after.message(after.bob, 'oda', sent.id)).expired).toBe(true);
        await after.sweepFiles();
        expect(await after.isThere(document.key)).toBe(false);
        await after.close();
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    }, 90_000);
  });
});
