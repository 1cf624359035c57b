import type { SearchPage } from '#actors/room/commands/search-commands.js';
import type { RoomCommand } from '#actors/room/commands.js';
import { digestId } from '#actors/room/model/digests.js';
import { createRoomSearch } from '#actors/room/search/room-search.js';
import type { Topic } from '#src/domain/messages/topics.js';
import { callerNamed, RoomNode } from '../support/rooms/room-node.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const HOUR = 3_600_000;

describeOnBothEngines('looking things up', (openStore) => {
  describe('in a room', () => {
    let room: RoomNode;
    const search = async (name: string, q: string, more: { beforeSeq?: number; limit?: number } = {}) => {
      const by = callerNamed(name);
      const { messages, nextBeforeSeq } = await room.node.lookup.search(room.id, by, { q, limit: 50, ...more });
      const bodies = messages.map(({ row }) => row.body);
      return { bodies, hasMore: nextBeforeSeq !== null, last: messages.at(-1)?.row.seq };
    };
    const topics = async (name: string) =>
      (await room.node.lookup.topics(room.id, callerNamed(name))).map(({ tag, count }: Topic) => [tag, count]);
    const counted = async () => (await room.node.lookup.stats(room.id, callerNamed('ada'))).messageCount;
    const edit = (name: string, messageId: string, body: string) =>
      room.ask({ type: 'edit_message', by: callerNamed(name), messageId, body });
    const remove = (name: string, messageId: string) =>
      room.ask({ type: 'delete_message', by: callerNamed(name), messageId });

    beforeEach(async () => {
      room = new RoomNode(await openStore());
      await room.create('ada', { messageTtlHours: 100 });
      await room.join('bob');
    });
    afterEach(async () => {
      await room.node.system.stop();
      expect(await room.problems()).toEqual([]);
    });

    it('finds messages by their words, newest first, a page at a time', async () => {
      await room.sayMany('ada', 1_200, (at) => (at % 100 === 0 ? `İstanbul'da KAHVE ${at}` : `çay ${at}`));
      for (const round of ['reading the rows', 'knowing their words']) {
        const first = await search('bob', 'istanbul kahv', { limit: 7 });
        expect([round, first.bodies[0], first.bodies.length, first.hasMore]).toEqual([
          round,
          "İstanbul'da KAHVE 1100",
          7,
          true,
        ]);
        const second = await search('bob', 'istanbul kahv', { limit: 7, beforeSeq: first.last as number });
        expect([second.bodies.at(-1), second.bodies.length, second.hasMore]).toEqual(["İstanbul'da KAHVE 0", 5, false]);
        expect((await search('bob', 'yok')).bodies).toEqual([]);
      }
      const digest = await room.store.get<{ _id: string; words: string }>('digests', digestId(room.id, 'words', 1));
      expect(digest?.words).toContain(' istanbul ');
    });

    it('ends a search that is over after a span at the latest, and goes on from there', async () => {
      await room.sayMany('ada', 1_600, (at) => (at % 400 === 0 ? `kahve ${at}` : `çay ${at}`));
      const by = callerNamed('bob');
      for (const round of ['reading the rows', 'knowing their words']) {
        const bodies: string[] = [];
        const places: number[] = [];
        for (let beforeSeq: number | null | undefined; beforeSeq !== null; ) {
          const query = { q: 'kahve', limit: 50, ...(beforeSeq !== undefined && { beforeSeq }) };
          const page: SearchPage = await room.node.lookup.search(room.id, by, query, () => true);
          bodies.push(...page.messages.map(({ row }) => row.body));
          beforeSeq = page.nextBeforeSeq;
          if (beforeSeq !== null) places.push(beforeSeq);
          // A search that does not come further would go on for good.
          expect(places.length).toBeLessThan(4);
        }
        expect([round, bodies]).toEqual([round, ['kahve 1200', 'kahve 800', 'kahve 400', 'kahve 0']]);
        expect(places).toEqual([1_536, 1_024, 512].map((seq) => seq + 1));
      }
    });

    it('finds by filters alone, to the oldest message, a page at a time', async () => {
      const bob = callerNamed('bob').accountId;
      await room.say('bob', 'ilk: https://example.org');
      await room.sayMany('ada', 600, (at) => `çay ${at}`);
      await room.say('ada', 'bağlantı: www.example.org');
      room.clock.move(10);
      const startedAt = (await room.say('ada', 'sonra')).at;
      room.clock.move(10);
      await room.sayMany('ada', 500, (at) => `çay ${at}`);
      room.clock.move(1_000);
      await room.say('bob', 'son söz');
      const found = async (filters: object, limit: number) => {
        const bodies: string[] = [];
        for (let beforeSeq: number | null | undefined; beforeSeq !== null; ) {
          const query = { ...filters, limit, ...(beforeSeq !== undefined && { beforeSeq }) };
          const page = await room.node.lookup.search(room.id, callerNamed('ada'), query);
          bodies.push(...page.messages.map(({ row }) => row.body));
          beforeSeq = page.nextBeforeSeq;
        }
        return bodies;
      };
      for (const round of ['reading the rows', 'knowing their words']) {
        expect([round, await found({ from: bob }, 1)]).toEqual([round, ['son söz', 'ilk: https://example.org']]);
        const links = ['bağlantı: www.example.org', 'ilk: https://example.org'];
        expect([round, await found({ has: 'link' }, 5)]).toEqual([round, links]);
        expect([round, await found({ has: 'link', from: bob, q: 'ilk' }, 5)]).toEqual([round, links.slice(1)]);
        expect([round, await found({ beforeAt: startedAt, has: 'link' }, 1)]).toEqual([round, links]);
        const { messages } = await room.node.lookup.search(room.id, callerNamed('ada'), {
          beforeAt: startedAt + 1,
          limit: 2,
        });
        expect([round, messages.map(({ row }) => row.body)]).toEqual([round, ['sonra', links[0]]]);
      }
      expect(await found({ from: null }, 5)).toEqual([]);
      expect(await found({ has: 'photo' }, 5)).toEqual([]);
    });

    it('ends a search without words at its deadline, too, and goes on from there', async () => {
      await room.say('bob', 'ilk');
      await room.sayMany('ada', 1_100, (at) => `çay ${at}`);
      const query = { from: callerNamed('bob').accountId, limit: 5 };
      const first = await room.node.lookup.search(room.id, callerNamed('ada'), query, () => true);
      expect(first).toEqual({ messages: [], nextBeforeSeq: 1_025 });
      const rest = await room.node.lookup.search(room.id, callerNamed('ada'), { ...query, beforeSeq: 1_025 });
      expect(rest.messages.map(({ row }) => row.body)).toEqual(['ilk']);
    });

    it('shows no message that was deleted since it was found', async () => {
      const { seq, id } = await room.say('ada', 'kahve');
      const view = () => room.ask({ type: 'view_rows', by: callerNamed('bob'), seqs: [seq], events: false });
      expect((await view()).messages).toHaveLength(1);
      await remove('ada', id);
      expect((await view()).messages).toEqual([]);
    });

    it('shows no message whose words were edited away since it was found', async () => {
      const { id } = await room.say('ada', 'kahve');
      const { rooms } = room.node;
      const ask = async (at: string, command: RoomCommand) => {
        if (command.type === 'view_rows') await edit('ada', id, 'çay');
        return rooms.ask(at, command);
      };
      const lookup = createRoomSearch(Object.assign(Object.create(rooms), { ask }), room.store);
      const page = await lookup.search(room.id, callerNamed('bob'), { q: 'kahve', limit: 50 });
      expect(page).toEqual({ messages: [], nextBeforeSeq: null });
      expect((await search('bob', 'çay')).bodies).toEqual(['çay']);
    });

    it('follows edits, deletions and expiry in spans that are known already', async () => {
      const first = await room.say('ada', 'kahve #fal');
      const second = await room.say('bob', 'kahve #çay');
      await room.sayMany('ada', 600, (at) => `mesaj ${at}`);
      expect(await topics('bob')).toEqual([
        ['', 600],
        ['çay', 1],
        ['fal', 1],
      ]);
      expect((await search('bob', 'kahve')).bodies).toHaveLength(2);
      await edit('ada', first.id, 'ıhlamur #bitki');
      await remove('bob', second.id);
      expect(await topics('bob')).toEqual([
        ['', 600],
        ['bitki', 1],
      ]);
      expect((await search('bob', 'kahve')).bodies).toEqual([]);
      expect((await search('bob', 'IHLA')).bodies).toEqual(['ıhlamur #bitki']);
      expect(await counted()).toBe(601);
      room = await room.again();
      expect((await search('bob', 'ihlamur')).bodies).toHaveLength(1);
      room.clock.move(101 * HOUR);
      await room.say('ada', 'yeni #fal');
      expect(await topics('bob')).toEqual([['fal', 1]]);
      expect((await search('bob', 'ihlamur')).bodies).toEqual([]);
      expect(await counted()).toBe(1);
      while ((await room.ask({ type: 'expire_rows' })).more);
      expect([await topics('bob'), await counted()]).toEqual([[['fal', 1]], 1]);
    });

    it('shows newcomers without history nothing from before', async () => {
      await room.sayMany('ada', 700, () => 'kahve #eski');
      expect(await topics('ada')).toEqual([['eski', 700]]);
      await room.settings('ada', { historyForNewMembers: false });
      await room.join('cem');
      await room.sayMany('ada', 600, () => 'kahve #yeni');
      expect(await topics('cem')).toEqual([['yeni', 600]]);
      expect(await topics('ada')).toEqual([
        ['yeni', 600],
        ['eski', 700],
      ]);
      const last = await search('cem', 'kahve', { limit: 200 });
      expect([last.bodies.length, new Set(last.bodies)]).toEqual([200, new Set(['kahve #yeni'])]);
      expect((await room.node.lookup.stats(room.id, callerNamed('cem'))).messageCount).toBe(1_300);
    });

    it('lists event rows, with those for admins to admins', async () => {
      await room.settings('ada', { eventsVisibility: 'none' });
      await room.join('cem');
      await room.settings('ada', { eventsVisibility: 'all' });
      await room.join('dem');
      const seen = async (name: string) => {
        const rows = await room.node.lookup.events(room.id, callerNamed(name), 50);
        return rows.map(({ row }) => `${row.event?.type} ${row.event?.username ?? ''}`.trim());
      };
      expect(await seen('bob')).toEqual(['member_joined dem', 'member_joined bob']);
      expect(await seen('ada')).toEqual([
        'member_joined dem',
        'room_settings_changed',
        'member_joined cem',
        'room_settings_changed',
        'member_joined bob',
      ]);
      await room.sayMany('ada', 499, () => 'selam');
      expect(await seen('ada')).toEqual(['member_joined dem']);
    });

    it('is for members only', async () => {
      await expect(search('eda', 'kahve')).rejects.toMatchObject({ refusal: { code: 'not_member' } });
      await expect(topics('eda')).rejects.toMatchObject({ refusal: { code: 'not_member' } });
    });

    it('finds open groups by the beginnings of their names', async () => {
      const find = async (q: string) =>
        (await room.node.lookup.rooms(callerNamed('eda'), { q, limit: 10, offset: 0 })).rooms.map(({ slug }) => slug);
      expect(await find('KAH')).toEqual(['kahve']);
      await room.settings('ada', { name: 'Çay Ocağı' });
      expect([await find('ocagi ç'), await find('kahve'), await find('ocak')]).toEqual([['kahve'], ['kahve'], []]);
      await room.settings('ada', { visibility: 'closed' });
      expect(await find('cay')).toEqual([]);
      await room.settings('ada', { name: 'Ihlamur' });
      await room.settings('ada', { visibility: 'open' });
      expect([await find('cay'), await find('ıhla')]).toEqual([[], ['kahve']]);
    });
  });
});
