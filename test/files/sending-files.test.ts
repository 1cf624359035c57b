import { io, type Socket } from 'socket.io-client';
import { holdToDocument } from '../support/clients/event-validation.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { FilesFixture } from './files-fixture.js';
import { samples } from './samples.js';

onEachEngine('files', (engine) => {
  describe('messages that carry files', () => {
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

    it('a photo is uploaded by one link, sent by its key and seen by another link', async () => {
      const { ada, bob } = fixture;
      const attachment = await fixture.media(ada, 'oda');
      const sent = await fixture.send(ada, 'oda', attachment, { body: 'bak' });
      expect(sent).toMatchObject({ kind: 'photo', body: 'bak', attachment, view_once: false, expired: false });
      const { url, thumb_url } = (await fixture.message(bob, 'oda', sent.id)).attachment;
      const [full, thumb] = await Promise.all([fetch(url), fetch(thumb_url)]);
      expect(full.headers.get('content-type')).toBe('image/jpeg');
      expect(new Uint8Array(await full.arrayBuffer())).toEqual(samples['image/jpeg']);
      expect(thumb.status).toBe(200);
    });

    it.each(['image/png', 'image/webp', 'image/gif', 'video/mp4'])('%s is sent as what it is', async (type) => {
      const attachment = await fixture.media(fixture.bob, 'oda', type);
      expect(await fixture.send(fixture.bob, 'oda', attachment)).toMatchObject({ kind: attachment.type, attachment });
    });

    it('a sticker has a pack and an emoji', async () => {
      const sticker = { ...(await fixture.media(fixture.ada, 'oda', 'image/webp')), type: 'sticker' };
      const named = { ...sticker, pack_id: 'kedi.v1:a', emoji: '🐈' };
      expect(await fixture.send(fixture.ada, 'oda', named)).toMatchObject({ kind: 'sticker', attachment: named });
    });

    it('a thumbnail is of the type that was asked for, a JPEG for what moves', async () => {
      const presign = (body: object) => fixture.ok(fixture.ada, 'POST', '/rooms/oda/media/presign', body);
      expect(await presign({})).toMatchObject({ content_type: 'image/jpeg', thumb_content_type: 'image/jpeg' });
      expect(await presign({ content_type: 'image/png' })).toMatchObject({ thumb_content_type: 'image/png' });
      expect(await presign({ content_type: 'video/mp4' })).toMatchObject({ thumb_content_type: 'image/jpeg' });
      const asked = { content_type: 'image/gif', thumb_content_type: 'image/png' };
      const { full, thumb } = await presign(asked);
      expect(full).toMatchObject({ method: 'PUT', expires_in: 600, headers: { 'Content-Type': 'image/gif' } });
      expect(full.key).toMatch(new RegExp(`^room-media/${room}/[0-9a-f-]{36}\\.gif$`));
      expect(thumb.key).toMatch(new RegExp(`^room-media/${room}/[0-9a-f-]{36}-thumb\\.png$`));
      expect(await fixture.code(fixture.ada, 'POST', '/rooms/oda/media/presign', { content_type: 'image/bmp' })).toBe(
        '400 invalid_request',
      );
    });

    it('everybody who hears it live gets the same link, and each reading another one', async () => {
      const urls: string[] = [];
      const sockets = [fixture.ada, fixture.bob].map(({ accessToken }) =>
        io(fixture.booted.url, { auth: { token: accessToken }, transports: ['websocket'], forceNew: true }),
      );
      try {
        for (const socket of sockets) {
          holdToDocument(socket);
          socket.on('message:new', ({ message }) => urls.push(message.attachment.url));
          expect(await socket.emitWithAck('room:open', { room: 'oda' })).toMatchObject({ ok: true });
        }
        const sent = await fixture.send(fixture.ada, 'oda', await fixture.media(fixture.ada, 'oda'));
        await poll(() => urls.length === 2, { until: 'both have heard of it' });
        expect(new Set(urls).size).toBe(1);
        fixture.clock.move(60_000);
        const read = (await fixture.message(fixture.bob, 'oda', sent.id)).attachment.url;
        fixture.clock.move(60_000);
        const { messages } = await (sockets[1] as Socket).emitWithAck('message:list', { room: 'oda', limit: 1 });
        expect(new Set([urls[0], read, messages[0].attachment.url]).size).toBe(3);
        fixture.clock.move(3_540_000);
        expect((await fetch(read)).status).toBe(403);
        expect((await fetch(messages[0].attachment.url)).status).toBe(200);
      } finally {
        for (const socket of sockets) socket.disconnect();
      }
    });

    it('a resend is the first message, and another file under the same client_id is another request', async () => {
      const attachment = await fixture.media(fixture.ada, 'oda');
      const first = await fixture.send(fixture.ada, 'oda', attachment, { client_id: 'foto-1' });
      expect((await fixture.send(fixture.ada, 'oda', attachment, { client_id: 'foto-1' })).id).toBe(first.id);
      const other = await fixture.media(fixture.ada, 'oda');
      expect(await fixture.refusal(fixture.ada, 'oda', other, { client_id: 'foto-1' })).toBe(
        '409 idempotency_conflict',
      );
    });

    it("only the sender's own uploads to this very room are taken", async () => {
      const { ada, bob } = fixture;
      const own = await fixture.media(ada, 'oda');
      expect(await fixture.refusal(bob, 'oda', own)).toBe('422 invalid_attachment');
      expect(await fixture.refusal(ada, 'baska', own)).toBe('422 invalid_attachment');
      const made = { ...own, key: `room-media/${room}/11111111-1111-4111-8111-111111111111.jpg` };
      expect(await fixture.refusal(ada, 'oda', made)).toBe('422 invalid_attachment');
      const { thumb_key } = await fixture.media(bob, 'oda');
      expect(await fixture.refusal(ada, 'oda', { ...own, thumb_key })).toBe('422 invalid_attachment');
      const climbing = { ...own, key: `room-media/${room}/../${own.key}` };
      expect(await fixture.refusal(ada, 'oda', climbing)).toBe('422 invalid_attachment');
      expect(await fixture.refusal(ada, 'oda', own)).toBe('201');
    });

    it.each<[string, string, Record<string, unknown>]>([
      ['a photo of 8 MiB and a byte', 'image/jpeg', { byte_size: 8_388_609 }],
      ['a photo of nothing', 'image/jpeg', { byte_size: 0 }],
      ['a photo that is too wide', 'image/jpeg', { width: 8_193 }],
      ['a photo without a height', 'image/jpeg', { height: 0 }],
      ['a photo without a thumbnail', 'image/jpeg', { thumb_key: undefined }],
      ['a photo of another type than the link was for', 'image/jpeg', { content_type: 'image/png' }],
      ['a GIF as a photo', 'image/gif', { type: 'photo' }],
      ['a video of 16 MiB and a byte', 'video/mp4', { byte_size: 16_777_217 }],
      ['a video of 10.501 seconds', 'video/mp4', { duration_ms: 10_501 }],
      ['a video of no time', 'video/mp4', { duration_ms: 0 }],
      ['a video that does not say how long it is', 'video/mp4', { duration_ms: undefined }],
      ['a JPEG as a GIF', 'image/jpeg', { type: 'gif' }],
      ['a sticker of 2 MiB and a byte', 'image/webp', { type: 'sticker', byte_size: 2_097_153 }],
      ['a sticker of a pack with a blank in its name', 'image/webp', { type: 'sticker', pack_id: 'a b' }],
      ['a sticker of a pack with a long name', 'image/webp', { type: 'sticker', pack_id: 'a'.repeat(65) }],
      ['a sticker with nine emojis', 'image/webp', { type: 'sticker', emoji: '🐈'.repeat(9) }],
      ['a JPEG as a sticker', 'image/jpeg', { type: 'sticker' }],
      ['a photo as text', 'image/jpeg', { width: '64' }],
    ])('%s is no attachment', async (_, type, change) => {
      const attachment = { ...(await fixture.media(fixture.ada, 'oda', type, null)), ...change };
      expect(await fixture.refusal(fixture.ada, 'oda', attachment)).toBe('422 invalid_attachment');
    });

    it.each<[string, string, Record<string, unknown>]>([
      ['a photo of exactly 8 MiB, 8192 pixels wide', 'image/jpeg', { byte_size: 8_388_608, width: 8_192, height: 1 }],
      ['a video of exactly 16 MiB and 10.5 seconds', 'video/mp4', { byte_size: 16_777_216, duration_ms: 10_500 }],
      ['a GIF in WebP', 'image/webp', { type: 'gif' }],
      ['a sticker of exactly 2 MiB', 'image/webp', { type: 'sticker', byte_size: 2_097_152, pack_id: 'a'.repeat(64) }],
      ['a sticker that moves', 'image/gif', { type: 'sticker', emoji: '🐈'.repeat(8) }],
    ])('%s is one', async (_, type, change) => {
      const attachment = { ...(await fixture.media(fixture.ada, 'oda', type, null)), ...change };
      expect(await fixture.refusal(fixture.ada, 'oda', attachment)).toBe('201');
    });

    it('pictures of an article are uploads of their author, and come with links', async () => {
      const { ada, bob } = fixture;
      const { key } = await fixture.media(ada, 'oda');
      const article = { title: 'Kahve', blocks: [{ type: 'image', key, width: 64, height: 64 }] };
      expect(await fixture.code(bob, 'POST', '/rooms/oda/messages', { article })).toBe('422 invalid_attachment');
      const { message } = await fixture.ok(ada, 'POST', '/rooms/oda/messages', { article });
      expect((await fetch(message.article.blocks[0].url)).status).toBe(200);
    });

    it('who may not send photos sends none, whatever was uploaded', async () => {
      const attachment = await fixture.media(fixture.bob, 'oda');
      await fixture.ok(fixture.ada, 'PATCH', '/rooms/oda/permissions', { denied: ['send_message.photos'] });
      expect(await fixture.refusal(fixture.bob, 'oda', attachment)).toBe('403 not_allowed');
      await fixture.ok(fixture.ada, 'PATCH', '/rooms/oda/permissions', { denied: [] });
      expect(await fixture.refusal(fixture.bob, 'oda', attachment)).toBe('201');
    });

    it('a forward shows the file of another room, and keeps it when the first is deleted', async () => {
      const { ada, bob } = fixture;
      const attachment = await fixture.media(ada, 'oda');
      const first = await fixture.send(ada, 'oda', attachment);
      const forward_of = { room: 'oda', message_id: first.id };
      const { message } = await fixture.ok(bob, 'POST', '/rooms/baska/messages', { forward_of });
      await fixture.ok(ada, 'DELETE', `/rooms/oda/messages/${first.id}`);
      await fixture.settle();
      expect((await fetch((await fixture.message(bob, 'baska', message.id)).attachment.url)).status).toBe(200);
      await fixture.ok(bob, 'DELETE', `/rooms/baska/messages/${message.id}`);
      await fixture.settle();
      expect(await fixture.isThere(attachment.key)).toBe(false);
    });

    it('members only, and no link for others', async () => {
      const eda = await fixture.booted.person('eda');
      expect(await fixture.code(eda, 'POST', '/rooms/oda/media/presign', {})).toBe('403 not_member');
      expect(await fixture.code(eda, 'POST', '/rooms/yok/media/presign', {})).toBe('404 room_not_found');
      expect(await fixture.code(null, 'POST', '/rooms/oda/media/presign', {})).toBe('401 unauthorized');
      expect(await fixture.code(eda, 'POST', '/rooms/oda/docs/presign', { content_type: 'text/html' })).toBe(
        '403 not_member',
      );
    });
  });
});
