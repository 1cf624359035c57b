import { io, type Socket } from 'socket.io-client';
import { saidIn } from '#jobs/exports/own-words.js';
import type { Person } from '../support/clients/boot-app.js';
import { holdToDocument } from '../support/clients/event-validation.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { type Attached, FilesFixture } from './files-fixture.js';

onEachEngine('files', (engine) => {
  describe('what is seen once', () => {
    let fixture: FilesFixture;
    let dm: { id: string; slug: string };
    const sockets: Socket[] = [];

    beforeAll(async () => {
      fixture = await FilesFixture.open(engine());
      await fixture.room('oda');
      dm = (await fixture.ok(fixture.ada, 'POST', '/dm/bob')).room;
      await fixture.ok(fixture.ada, 'POST', `/rooms/${dm.slug}/messages`, { body: 'selam' });
    });
    afterEach(async () => {
      for (const socket of sockets.splice(0)) socket.disconnect();
      expect(await fixture.problems(dm.id)).toEqual([]);
    });
    afterAll(() => fixture.close());

    const upload = async (contentType = 'image/jpeg'): Promise<Attached> => {
      const { thumb_key: _, ...attachment } = await fixture.media(fixture.ada, dm.slug, contentType);
      return attachment;
    };
    const sendOnce = async (contentType?: string) => {
      const attachment = await upload(contentType);
      return { attachment, sent: await fixture.send(fixture.ada, dm.slug, attachment, { view_once: true }) };
    };
    /** A new login each time: another device. */
    const device = async (name: string): Promise<Person> => fixture.booted.person(name);
    const connect = async (person: Person): Promise<Socket> => {
      const socket = io(fixture.booted.url, {
        auth: { token: person.accessToken },
        transports: ['websocket'],
        forceNew: true,
      });
      holdToDocument(socket);
      sockets.push(socket);
      await new Promise<void>((resolve) => socket.once('ready', () => resolve()));
      return socket;
    };
    const open = (socket: Socket, id: string) =>
      socket.emitWithAck('message:open_once', { room: dm.slug, message_id: id });

    it('shows neither link nor key, wherever it is read', async () => {
      const heard: unknown[] = [];
      const listener = await connect(fixture.bob);
      listener.onAny((...event) => heard.push(event));
      await listener.emitWithAck('room:open', { room: dm.slug });
      const { attachment, sent } = await sendOnce();
      await fixture.ok(fixture.ada, 'POST', `/rooms/${dm.slug}/messages/${sent.id}/pin`).catch(() => undefined);
      await poll(() => heard.length > 0, { until: 'the message was told' });
      expect(sent).toMatchObject({ kind: 'photo', view_once: true, opened: false, attachment: { type: 'photo' } });
      const answers: unknown[] = [sent, heard];
      for (const person of [fixture.ada, fixture.bob]) {
        for (const path of [
          `/rooms/${dm.slug}/messages`,
          `/rooms/${dm.slug}/messages/${sent.id}`,
          `/rooms/${dm.slug}/media`,
          `/rooms/${dm.slug}/media/${sent.id}`,
          `/rooms/${dm.slug}`,
          '/rooms',
        ]) {
          answers.push(await fixture.ok(person, 'GET', path));
        }
      }
      answers.push(await listener.emitWithAck('message:list', { room: dm.slug }));
      answers.push(await listener.emitWithAck('room:open', { room: dm.slug, after_seq: 1 }));
      const deps = { reader: fixture.booted.app.store, now: fixture.clock.env.now() };
      for await (const said of saidIn(deps, fixture.ada.accountId)) answers.push(said);
      const text = JSON.stringify(answers);
      expect(text).toContain(sent.id);
      expect(text).not.toContain(attachment.key);
      expect(text).not.toContain('/objects/');
      expect((await fixture.ok(fixture.bob, 'GET', `/rooms/${dm.slug}/media`)).media).toEqual([]);
    });

    it('fifty who ask at once on several devices get it once', async () => {
      const { sent } = await sendOnce();
      const devices = await Promise.all(Array.from({ length: 10 }, async () => connect(await device('bob'))));
      const asked = Array.from({ length: 50 }, (_, at) => ({
        at: at % 10,
        answer: open(devices[at % 10] as Socket, sent.id),
      }));
      const answers = await Promise.all(asked.map(async ({ at, answer }) => ({ at, ...(await answer) })));
      const winners = new Set(answers.filter(({ ok }) => ok).map(({ at }) => at));
      expect(winners.size).toBe(1);
      for (const { at, ok, error } of answers)
        if (!winners.has(at)) expect([ok, error?.code]).toEqual([false, 'view_once_opened']);
    });

    it('the link is of a minute, and leads to the file; both learn that it was opened', async () => {
      const { ada, bob } = fixture;
      const [adas, bobs] = [await connect(ada), await connect(bob)];
      const edited: { message: { opened: boolean; id: string } }[] = [];
      adas.on('message:edited', (event) => edited.push(event));
      await adas.emitWithAck('room:open', { room: dm.slug });
      const { sent } = await sendOnce('video/mp4');
      const { ok, url, expires_in } = await open(bobs, sent.id);
      expect([ok, expires_in]).toEqual([true, 60]);
      expect((await fetch(url)).status).toBe(200);
      await poll(() => edited.length === 1, { until: 'the opening was told' });
      expect(edited[0]?.message).toMatchObject({ id: sent.id, opened: true, view_once: true });
      for (const person of [ada, bob]) expect((await fixture.message(person, dm.slug, sent.id)).opened).toBe(true);
      fixture.clock.move(60_000);
      expect((await fetch(url)).status).toBe(403);
    });

    it('who was away learns that it was opened, still without link and key', async () => {
      const { attachment, sent } = await sendOnce();
      expect((await open(await connect(fixture.bob), sent.id)).ok).toBe(true);
      const adas = await connect(fixture.ada);
      const { changes } = await adas.emitWithAck('room:open', { room: dm.slug, after_seq: sent.seq });
      expect(changes).toMatchObject([{ type: 'message:edited', message: { id: sent.id, opened: true } }]);
      expect(JSON.stringify(changes)).not.toContain(attachment.key);
    });

    it('the same device may ask again for a minute, no other one may', async () => {
      const { sent } = await sendOnce();
      const [first, second] = [await connect(await device('bob')), await connect(await device('bob'))];
      expect((await open(first, sent.id)).ok).toBe(true);
      expect((await open(second, sent.id)).error.code).toBe('view_once_opened');
      fixture.clock.move(58_500);
      const again = await open(first, sent.id);
      expect((await fetch(again.url)).status).toBe(200);
      expect(again.expires_in).toBe(1);
      fixture.clock.move(1_500);
      expect((await open(first, sent.id)).error.code).toBe('view_once_opened');
      // The second link lives no longer than the first one.
      expect((await fetch(again.url)).status).toBe(403);
    });

    it('the file goes when everybody it is for has seen it and the last link has run out', async () => {
      const { attachment, sent } = await sendOnce();
      expect((await open(await connect(fixture.bob), sent.id)).ok).toBe(true);
      fixture.clock.move(59_000);
      await fixture.sweepFiles();
      expect(await fixture.isThere(attachment.key)).toBe(true);
      fixture.clock.move(1_000);
      await fixture.settle();
      expect(await fixture.isThere(attachment.key)).toBe(false);
    });

    it('is not for its sender, not for others, and not what is no such message', async () => {
      const { sent } = await sendOnce();
      const [adas, edas, bobs] = [
        await connect(fixture.ada),
        await connect(await device('eda')),
        await connect(fixture.bob),
      ];
      expect((await open(adas, sent.id)).error.code).toBe('not_allowed');
      expect((await open(edas, sent.id)).error.code).toBe('room_not_found');
      const plain = await fixture.send(fixture.ada, dm.slug, await fixture.media(fixture.ada, dm.slug));
      expect((await open(bobs, plain.id)).error.code).toBe('not_found');
      await fixture.ok(fixture.ada, 'DELETE', `/rooms/${dm.slug}/messages/${sent.id}`);
      expect((await open(bobs, sent.id)).error.code).toBe('not_found');
    });

    it('is a photo or video of a direct chat, without a thumbnail', async () => {
      const once = { view_once: true };
      const { ada } = fixture;
      const { thumb_key: _, ...inGroup } = await fixture.media(ada, 'oda');
      expect(await fixture.refusal(ada, 'oda', inGroup, once)).toBe('422 invalid_attachment');
      expect(await fixture.refusal(ada, dm.slug, await fixture.media(ada, dm.slug), once)).toBe(
        '422 invalid_attachment',
      );
      const { thumb_key: __, ...gif } = await fixture.media(ada, dm.slug, 'image/gif');
      expect(await fixture.refusal(ada, dm.slug, gif, once)).toBe('422 invalid_attachment');
      expect(await fixture.refusal(ada, dm.slug, await fixture.document(ada, dm.slug), once)).toBe(
        '422 invalid_attachment',
      );
      const text = { body: 'bir kere', ...once };
      expect(await fixture.code(ada, 'POST', `/rooms/${dm.slug}/messages`, text)).toBe('422 invalid_attachment');
    });

    it('is not forwarded', async () => {
      const { sent } = await sendOnce();
      const forward_of = { room: dm.slug, message_id: sent.id };
      expect(await fixture.code(fixture.bob, 'POST', '/rooms/oda/messages', { forward_of })).toBe('409 invalid_state');
    });

    it('one that was never opened goes when it is deleted', async () => {
      const { attachment, sent } = await sendOnce();
      await fixture.ok(fixture.ada, 'DELETE', `/rooms/${dm.slug}/messages/${sent.id}`);
      await fixture.settle();
      expect(await fixture.isThere(attachment.key)).toBe(false);
    });
  });
});
