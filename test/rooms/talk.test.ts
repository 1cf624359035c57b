/** Pins, discussions, surveys, forwards and what messages carry, over REST. */

import { type SceneRoom, withScene } from '../support/rooms/room-scene.js';
import { poll } from '../support/time/poll.js';

withScene('what is said in a room', (scene) => {
  let room: SceneRoom;
  beforeEach(async () => {
    room = await scene().room('ada');
    await room.add('bob', 'cem');
  });
  afterEach(async () => expect(await room.problems()).toEqual([]));

  const send = (name: string, message: object) => room.ask(name, 'POST', '/messages', message);
  const view = async (id: string) => (await room.ask('ada', 'GET', `/messages/${id}`)).body.message;
  const deny = (...denied: string[]) => room.ask('ada', 'PATCH', '/permissions', { denied });
  const newestEvent = async () => (await room.events())[0];

  describe('pins', () => {
    it('pins newest first, writes rows, and shows the newest with the room', async () => {
      const [first, second] = [await room.say('bob', 'bir'), await room.say('cem', 'iki')];
      expect((await room.ask('bob', 'PUT', `/messages/${first}/pin`)).body).toEqual({ pins: [first] });
      expect((await room.ask('ada', 'PUT', `/messages/${second}/pin`)).body).toEqual({ pins: [second, first] });
      const { body } = await room.ask('cem', 'GET');
      expect(body.room).toMatchObject({ pins: [second, first], pinned: { id: second, body: 'iki', pinned: true } });
      expect(await newestEvent()).toEqual({
        type: 'message_pinned',
        username: 'cem',
        actor: 'ada',
        data: { message_id: second },
      });
      expect((await room.ask('bob', 'DELETE', `/messages/${second}/pin`)).body).toEqual({ pins: [first] });
      expect(await view(second)).toMatchObject({ pinned: false });
      expect((await newestEvent())?.type).toBe('message_unpinned');
    });

    it('takes the key, and at most fifty', async () => {
      const ids: string[] = [];
      for (let at = 0; at < 51; at += 1) ids.push(await room.say('ada', `${at}`));
      await deny('group.can_pin_message');
      expect(await room.outcome('bob', 'PUT', `/messages/${ids[0]}/pin`)).toBe('403 not_allowed');
      for (const id of ids.slice(0, 50)) await room.ask('ada', 'PUT', `/messages/${id}/pin`);
      expect(await room.outcome('ada', 'PUT', `/messages/${ids[0]}/pin`)).toBe('200');
      expect(await room.outcome('ada', 'PUT', `/messages/${ids[50]}/pin`)).toBe('409 too_many_pins');
    });

    it('ends with the message, and an admin who deletes it is named', async () => {
      const id = await room.say('bob', 'silinecek');
      await room.ask('ada', 'PUT', `/messages/${id}/pin`);
      await room.ask('ada', 'DELETE', `/messages/${id}`);
      expect((await room.ask('bob', 'GET')).body.room).toMatchObject({ pins: [], pinned: null });
      expect(await newestEvent()).toEqual({
        type: 'message_deleted',
        username: 'bob',
        actor: 'ada',
        data: { message_id: id },
      });
      expect(await room.outcome('ada', 'PUT', `/messages/${id}/pin`)).toBe('409 invalid_state');
    });

    it('shows nothing of a closed room to strangers', async () => {
      const id = await room.say('ada', 'sır');
      await room.ask('ada', 'PUT', `/messages/${id}/pin`);
      expect((await room.ask('dis', 'GET')).body.room.pinned).toMatchObject({ body: 'sır' });
      await room.ask('ada', 'PATCH', '', { visibility: 'closed' });
      expect((await room.ask('dis', 'GET')).body.room.pinned).toBeNull();
    });
  });

  describe('discussions', () => {
    it('open with the first reply, count replies, and list them oldest first', async () => {
      const root = await room.say('ada', 'konu');
      for (const body of ['bir', 'iki', 'üç']) await send('bob', { body, discussion_of: root });
      expect(await view(root)).toMatchObject({ discussion: { open: true, count: 3 } });
      const page = (await room.ask('cem', 'GET', `/messages/${root}/discussion?limit=2`)).body;
      expect(page.messages.map(({ body }: { body: string }) => body)).toEqual(['bir', 'iki']);
      expect(page).toMatchObject({ root: { id: root }, has_more: true });
      const rest = (await room.ask('cem', 'GET', `/messages/${root}/discussion?after_seq=${page.messages[1].seq}`))
        .body;
      expect(rest.messages.map(({ body }: { body: string }) => body)).toEqual(['üç']);
      await room.ask('bob', 'DELETE', `/messages/${rest.messages[0].id}`);
      expect(await view(root)).toMatchObject({ discussion: { open: true, count: 2 } });
    });

    it('count neither as last message nor as unread', async () => {
      const root = await room.say('ada', 'konu');
      await send('bob', { body: 'cevap', discussion_of: root });
      const { body } = await scene().booted.ask(await scene().person('ada'), 'GET', '/api/rooms');
      const row = body.rooms.find(({ slug }: { slug: string }) => slug === room.slug);
      expect(row.last_message.id).toBe(root);
      const before = row.unread;
      await send('bob', { body: 'bir daha', discussion_of: root });
      const again = await scene().booted.ask(await scene().person('ada'), 'GET', '/api/rooms');
      expect(again.body.rooms.find(({ slug }: { slug: string }) => slug === room.slug).unread).toBe(before);
    });

    it('are closed and reopened by whoever holds the key, the author and admins', async () => {
      const root = await room.say('bob', 'konu');
      const change = (name: string, what: string) => room.outcome(name, 'POST', `/messages/${root}/discussion/${what}`);
      expect(await change('bob', 'close')).toBe('200');
      expect((await newestEvent())?.type).toBe('discussion_closed');
      const refused = await send('cem', { body: 'geç', discussion_of: root });
      expect(refused.body.error.code).toBe('discussion_closed');
      expect(await change('ada', 'reopen')).toBe('200');
      expect((await newestEvent())?.type).toBe('discussion_reopened');
      expect((await send('cem', { body: 'yetişti', discussion_of: root })).status).toBe(201);
      expect(await change('cem', 'close')).toBe('200');
      await deny('sub_chat.close_subject');
      expect(await change('cem', 'reopen')).toBe('403 not_allowed');
      expect(await change('bob', 'reopen')).toBe('200');
      expect(await change('ada', 'close')).toBe('200');
    });

    it('go by keys of their own', async () => {
      const [quiet, open] = [await room.say('ada', 'sessiz'), await room.say('ada', 'açık')];
      await send('bob', { body: 'ilk', discussion_of: open });
      const reply = async (root: string, body = 'cevap') => {
        const { status, body: answer } = await send('cem', { body, discussion_of: root });
        return answer.error?.code ?? status;
      };
      await deny('group.can_open_discussion', 'sub_chat.send_message.links');
      expect(await reply(quiet)).toBe('not_allowed');
      expect(await reply(open)).toBe(201);
      expect(await reply(open, 'https://ornek.com')).toBe('not_allowed');
      await deny('send_message');
      expect(await reply(open)).toBe(201);
      await deny('sub_chat.send_message');
      expect(await reply(open)).toBe('not_allowed');
      await deny();
      await room.ask('ada', 'PATCH', '', { discussions_enabled: false });
      expect(await reply(open)).toBe('not_allowed');
    });
  });

  describe('surveys', () => {
    const survey = { type: 'survey', question: 'Çay mı, kahve mi?', options: ['Çay', 'Kahve', 'İkisi'] };
    const vote = async (name: string, id: string, ...options: number[]) =>
      (await room.ask(name, 'PUT', `/messages/${id}/vote`, { options })).body;

    it('have options without characters that no text has, each one once', async () => {
      const options = [' Çay\0', 'Kah\ud800ve'];
      const { attachment } = (await send('ada', { attachment: { ...survey, options } })).body.message;
      expect(attachment.options).toEqual(['Çay', 'Kah\ufffdve']);
      for (const pair of [
        ['Çay', 'Çay\0'],
        ['Çay', '\0'],
      ]) {
        const { body } = await send('ada', { attachment: { ...survey, options: pair } });
        expect(body.error.code).toBe('invalid_attachment');
      }
    });

    it('count one choice each, changed and taken back', async () => {
      const { id, attachment } = (await send('ada', { attachment: survey })).body.message;
      expect(attachment).toEqual({ ...survey, multiple: false, votes: [0, 0, 0] });
      expect(await vote('bob', id, 1)).toEqual({ votes: [0, 1, 0], my_options: [1] });
      expect(await vote('cem', id, 1)).toEqual({ votes: [0, 2, 0], my_options: [1] });
      expect(await vote('bob', id, 0)).toEqual({ votes: [1, 1, 0], my_options: [0] });
      expect(await vote('cem', id)).toEqual({ votes: [1, 0, 0], my_options: [] });
      expect((await vote('bob', id, 0, 1)).error.code).toBe('validation_failed');
      expect((await vote('bob', id, 3)).error.code).toBe('validation_failed');
      expect((await view(id)).attachment.votes).toEqual([1, 0, 0]);
      expect((await room.ask('bob', 'GET', `/messages/${id}/vote`)).body).toEqual({
        votes: [1, 0, 0],
        my_options: [0],
      });
    });

    it('take several when they say so, and end when they say so', async () => {
      const many = { ...survey, multiple: true, closes_at: Date.now() + 400 };
      const { id } = (await send('ada', { attachment: many })).body.message;
      expect(await vote('bob', id, 2, 0)).toEqual({ votes: [1, 0, 1], my_options: [0, 2] });
      await poll(() => Date.now() >= many.closes_at, { until: 'the survey is over' });
      expect((await vote('bob', id, 1)).error.code).toBe('invalid_state');
      const text = await room.say('ada', 'metin');
      expect((await vote('bob', text, 0)).error.code).toBe('invalid_state');
    });
  });

  describe('what a message carries', () => {
    const article = { title: 'Kahve', tag: '#Kahve', blocks: [{ type: 'paragraph', text: 'Yemen' }] };
    const outcome = async (message: object) => {
      const { body } = await send('bob', message);
      return body.error?.code ?? body.message.kind;
    };

    it('stands as it was sent', async () => {
      const places = { type: 'location', latitude: 41.01, longitude: 28.97, label: 'Köprü' };
      expect((await send('bob', { attachment: places, body: 'burada' })).body.message).toMatchObject({
        kind: 'location',
        body: 'burada',
        attachment: places,
        article: null,
      });
      const card = { type: 'contact', username: 'cem' };
      expect((await send('bob', { attachment: card })).body.message).toMatchObject({
        kind: 'contact',
        attachment: card,
      });
      expect((await send('bob', { article })).body.message).toMatchObject({
        kind: 'article',
        attachment: null,
        hashtags: ['kahve'],
        article: { ...article, tag: 'Kahve' },
      });
      expect(await outcome({ attachment: { type: 'entry', entry_id: 7 } })).toBe('entry');
    });

    it.each([
      ['an attachment of no known type', { attachment: { type: 'photo', key: 'x' } }, 'invalid_attachment'],
      [
        'a place that is nowhere',
        { attachment: { type: 'location', latitude: 91, longitude: 0 } },
        'invalid_attachment',
      ],
      ['a card of nobody', { attachment: { type: 'contact', username: 'hicyok' } }, 'invalid_attachment'],
      ['one option', { attachment: { type: 'survey', question: 'a', options: ['b'] } }, 'invalid_attachment'],
      [
        'a survey that ends after the year 9999',
        { attachment: { type: 'survey', question: 'a', options: ['b', 'c'], closes_at: 253_402_300_800_000 } },
        'invalid_attachment',
      ],
      ['an entry without a number', { attachment: { type: 'entry', entry_id: 'x' } }, 'invalid_attachment'],
      ['two things at once', { attachment: { type: 'entry', entry_id: 1 }, article }, 'invalid_attachment'],
      ['an article without blocks', { article: { title: 'a', blocks: [] } }, 'validation_failed'],
      [
        'an article of 64 KB and more',
        { article: { ...article, blocks: [{ type: 'code', text: 'x'.repeat(65_536) }] } },
        'validation_failed',
      ],
      [
        'an image of another room',
        { article: { title: 'a', blocks: [{ type: 'image', key: 'room-media/x/1', width: 1, height: 1 }] } },
        'invalid_attachment',
      ],
      ['nothing at all', { body: ' ' }, 'validation_failed'],
    ])('refuses %s', async (_, message, code) => expect(await outcome(message)).toBe(code));

    it.each([
      ['locations', { attachment: { type: 'location', latitude: 1, longitude: 1 } }],
      ['share_contact_cards', { attachment: { type: 'contact', username: 'cem' } }],
      ['surveys', { attachment: { type: 'survey', question: 'a', options: ['b', 'c'] } }],
      ['entries', { article }],
      ['entries', { attachment: { type: 'entry', entry_id: 1 } }],
      ['links', { article: { ...article, blocks: [{ type: 'quote', text: 'bak: https://ornek.com' }] } }],
    ])('takes the key of its kind: %s', async (kind, message) => {
      await deny(`send_message.${kind}`);
      expect(await outcome(message)).toBe('not_allowed');
      expect((await send('ada', message)).status).toBe(201);
    });
  });

  describe('forwards', () => {
    it('say again what was said, with its origin when that is an open room', async () => {
      const other = await scene().room('bob');
      const source = await room.say('ada', 'selam @bob #kahve');
      const forward = { forward_of: { room: room.slug, message_id: source }, client_id: 'f1' };
      const first = (await other.ask('bob', 'POST', '/messages', forward)).body.message;
      expect(first).toMatchObject({
        body: 'selam @bob #kahve',
        mentions: [],
        hashtags: ['kahve'],
        sender: { username: 'bob' },
        forwarded_from: { room: room.slug, message_id: source },
      });
      const again = await room.ask('bob', 'POST', '/messages', {
        forward_of: { room: other.slug, message_id: first.id },
      });
      expect(again.body.message.forwarded_from).toEqual({ room: room.slug, message_id: source });
      await room.ask('ada', 'DELETE', `/messages/${source}`);
      expect((await other.ask('bob', 'POST', '/messages', forward)).body).toMatchObject({ duplicate: true });
      expect(await other.outcome('bob', 'POST', '/messages', { ...forward, client_id: 'f2' })).toBe(
        '409 invalid_state',
      );
      expect(await other.problems()).toEqual([]);
    });

    it('are not edited by who forwards them: the text is not theirs', async () => {
      const other = await scene().room('bob');
      const of = { forward_of: { room: room.slug, message_id: await room.say('ada', 'böyle dedim') } };
      const { id } = (await other.ask('bob', 'POST', '/messages', of)).body.message;
      expect(await other.outcome('bob', 'PATCH', `/messages/${id}`, { body: 'demedim' })).toBe('403 not_author');
      expect((await other.ask('bob', 'GET', `/messages/${id}`)).body.message).toMatchObject({ body: 'böyle dedim' });
      expect((await other.ask('bob', 'DELETE', `/messages/${id}`)).status).toBe(200);
    });

    it('tell no address of a closed room, and nothing to who may not read it', async () => {
      const closed = await scene().room('bob', { visibility: 'closed' });
      const forward = { forward_of: { room: closed.slug, message_id: await closed.say('bob', 'içeriden') } };
      expect(await room.outcome('cem', 'POST', '/messages', forward)).toBe('403 not_member');
      expect((await send('bob', forward)).body.message).toMatchObject({ body: 'içeriden', forwarded_from: null });
      expect(await room.outcome('bob', 'POST', '/messages', { ...forward, body: 'ek' })).toBe('422 validation_failed');
    });
  });

  describe('slow mode', () => {
    it('binds members until the time it tells, discussions and comings and goings included', async () => {
      const root = await room.say('ada', 'konu');
      await room.ask('ada', 'PATCH', '', { slow_mode_s: 60 });
      const first = (await send('bob', { body: 'bir' })).body.message;
      const refused = (await send('bob', { body: 'iki' })).body.error;
      expect(refused).toMatchObject({ code: 'slow_mode', until: first.inserted_at + 60_000 });
      expect((await send('bob', { body: 'iki', discussion_of: root })).body.error.code).toBe('slow_mode');
      await room.ask('bob', 'POST', '/leave');
      await room.ask('bob', 'POST', '/join');
      expect((await send('bob', { body: 'iki' })).body.error.code).toBe('slow_mode');
      for (const body of ['bir', 'iki']) expect((await send('ada', { body })).status).toBe(201);
    });
  });

  describe('slash commands', () => {
    const said = async (name: string, body: string, more: object = {}) => (await send(name, { body, ...more })).body;

    it('do what the REST calls do, and are not stored', async () => {
      expect(await said('ada', '/mute @bob 5')).toEqual({ command: 'mute' });
      expect(await newestEvent()).toMatchObject({ type: 'member_muted', username: 'bob', data: { seconds: 300 } });
      expect((await said('bob', 'ses')).error.code).toBe('muted');
      expect(await said('ada', '/UNMUTE bob')).toEqual({ command: 'unmute' });
      expect(await said('ada', '/ban @bob taşkınlık yaptı')).toEqual({ command: 'ban' });
      expect((await room.ask('ada', 'GET', '/bans')).body.bans[0]).toMatchObject({ reason: 'taşkınlık yaptı' });
      expect(await said('ada', '/unban @bob')).toEqual({ command: 'unban' });
      expect(await said('ada', '/kick @cem')).toEqual({ command: 'kick' });
      const { body } = await room.ask('ada', 'GET', '/messages');
      expect(body.messages.filter(({ kind }: { kind: string }) => kind === 'text')).toEqual([]);
    });

    it('count the minutes of a mute as the REST call does', async () => {
      const path = `/members/${await room.idOf('bob')}/mute`;
      for (const [minutes, seconds] of [
        [1.5, 60],
        [-2.5, 60],
        [99_999_999, 31_536_000],
        ['çok', 3_600],
      ]) {
        await said('ada', `/mute @bob ${minutes}`);
        expect(await newestEvent()).toMatchObject({ type: 'member_muted', data: { seconds } });
        await room.ask('ada', 'PUT', path, { minutes });
        expect(await newestEvent()).toMatchObject({ type: 'member_muted', data: { seconds } });
      }
    });

    it('keep the first 500 characters of a reason, and never half of one', async () => {
      const reasons: unknown[] = [];
      for (const length of [500, 501]) {
        await said('ada', `/ban @bob ${'😀'.repeat(length)}`);
        reasons.push((await room.ask('ada', 'GET', '/bans')).body.bans[0].reason);
        await said('ada', '/unban @bob');
      }
      expect(reasons).toEqual(['😀'.repeat(500), '😀'.repeat(500)]);
    });

    it('refuse in the order of the REST calls', async () => {
      expect((await said('bob', '/mute @hicyok')).error.code).toBe('not_admin');
      expect((await said('ada', '/mute @hicyok')).error.code).toBe('not_found');
      expect((await said('ada', '/mute')).error).toMatchObject({ code: 'validation_failed' });
      expect((await said('ada', '/kick @ada')).error.code).toBe('founder_protected');
      expect((await said('ada', '/dans')).error.code).toBe('unknown_command');
      expect((await said('dis', '/dans')).error.code).toBe('not_member');
      expect((await said('bob', '/help')).help).toContain('/mute @name [minutes]');
      expect((await said('bob', '//dans')).message.body).toBe('/dans');
    });

    it('are carried out once for a client_id', async () => {
      await said('ada', '/ban @bob', { client_id: 'k1' });
      await said('ada', '/unban @bob');
      expect(await said('ada', '/ban @bob', { client_id: 'k1' })).toEqual({ command: 'ban' });
      expect((await room.ask('ada', 'GET', '/bans')).body.bans).toEqual([]);
      expect((await said('ada', '/ban @cem', { client_id: 'k1' })).error.code).toBe('idempotency_conflict');
      expect((await said('ada', 'metin', { client_id: 'k1' })).error.code).toBe('idempotency_conflict');
    });
  });
});
