import { callerNamed, RoomNode } from '../../support/rooms/room-node.js';
import { describeOnBothEngines } from '../../support/store/engines.js';

describeOnBothEngines('pages of members', (openStore) => {
  describe('in a room', () => {
    let room: RoomNode;
    const page = async (limit: number, after?: string) => {
      const more = after ? { after: callerNamed(after).accountId } : {};
      const answer = await room.ask({ type: 'list_members', by: callerNamed('ada'), limit, ...more });
      return [answer.members.map(({ username }) => username).join(' '), answer.hasMore];
    };

    beforeEach(async () => {
      room = new RoomNode(await openStore());
      await room.create('ada');
      await room.join('bob', 'cem', 'dem', 'eda');
    });
    afterEach(async () => {
      await room.node.system.stop();
      expect(await room.problems()).toEqual([]);
    });

    it('follow each other without a gap or a repeat, from memory and from the store', async () => {
      for (let round = 0; round < 2; round += 1) {
        expect(await page(2)).toEqual(['ada bob', true]);
        expect(await page(2, 'bob')).toEqual(['cem dem', true]);
        expect(await page(2, 'dem')).toEqual(['eda', false]);
        expect(await page(5)).toEqual(['ada bob cem dem eda', false]);
        room = await room.again();
      }
    });

    it('go on behind somebody who has left since', async () => {
      await room.ask({ type: 'leave_room', by: callerNamed('bob') });
      expect(await page(2, 'bob')).toEqual(['cem dem', true]);
      await room.join('bob');
      expect(await page(2, 'dem')).toEqual(['eda bob', false]);
      await expect(page(2, 'nobody')).rejects.toMatchObject({ refusal: { code: 'not_found' } });
    });

    it('are found by how their names begin, whatever I is typed, and not when they have left', async () => {
      const named = async (name: string, limit = 5) => {
        const answer = await room.ask({ type: 'list_members', by: callerNamed('ada'), name, limit });
        return [answer.members.map(({ username }) => username).join(' '), answer.hasMore];
      };
      await room.join('cemile', 'İpek');
      for (let round = 0; round < 2; round += 1) {
        expect(await named('CEM')).toEqual(['cem cemile', false]);
        expect(await named('c', 1)).toEqual(['cem', true]);
        expect(await named('ıp')).toEqual(['İpek', false]);
        expect(await named('nobody')).toEqual(['', false]);
        room = await room.again();
      }
      await room.ask({ type: 'leave_room', by: callerNamed('cem') });
      expect(await named('cem')).toEqual(['cemile', false]);
    });

    it('show members only founder and admins when the room says so', async () => {
      await room.settings('ada', { showMembers: false });
      const answer = await room.ask({ type: 'list_members', by: callerNamed('bob'), limit: 2 });
      expect(answer).toMatchObject({ members: [{ username: 'ada' }], hasMore: false });
    });
  });
});
