import { onEachEngine } from '../support/engine-settings.js';
import { FilesHouse } from './files-house.js';

onEachEngine('files', (engine) => {
  describe('what members are denied', () => {
    let house: FilesHouse;
    let room: string;

    beforeAll(async () => {
      house = await FilesHouse.open(engine());
      room = await house.room('oda');
    });
    afterEach(async () => expect(await house.problems(room)).toEqual([]));
    afterAll(() => house.close());

    const permissions = async (): Promise<string[]> =>
      (await house.ok(house.bob, 'GET', '/rooms/oda')).room.my_permissions;

    it('members_can_video off is a denied send_message.videos: in what is said, shown and explained', async () => {
      const { ada, bob } = house;
      const video = await house.media(bob, 'oda', 'video/mp4');
      const own = await house.media(ada, 'oda', 'video/mp4');
      await house.ok(ada, 'PATCH', '/rooms/oda', { members_can_video: false });
      expect(await house.refusal(bob, 'oda', video)).toBe('403 not_allowed');
      expect(await house.refusal(ada, 'oda', own)).toBe('201');
      expect(await permissions()).not.toContain('send_message.videos');
      const asked = `account_id=${bob.accountId}&permission=send_message.videos`;
      const explained = await house.ok(ada, 'GET', `/rooms/oda/permissions/explain?${asked}`);
      expect(explained).toMatchObject({ allowed: false, reason: 'denied_to_members' });
      expect(explained.decided_by.type).toBe('room_settings_changed');
      await house.ok(ada, 'PATCH', '/rooms/oda', { members_can_video: true });
      expect(await permissions()).toContain('send_message.videos');
      expect(await house.refusal(bob, 'oda', video)).toBe('201');
    });

    it('a link that may not be said does not come in by an edit', async () => {
      const { ada, bob } = house;
      const { message } = await house.ok(bob, 'POST', '/rooms/oda/messages', { body: 'bak' });
      const edit = (body: string) => house.code(bob, 'PATCH', `/rooms/oda/messages/${message.id}`, { body });
      await house.ok(ada, 'PATCH', '/rooms/oda/permissions', { denied: ['send_message.links'] });
      expect(await edit('bak https://example.com')).toBe('403 not_allowed');
      expect(await edit('bakma')).toBe('200');
      await house.ok(ada, 'PATCH', '/rooms/oda/permissions', { denied: [] });
      expect(await edit('bak https://example.com')).toBe('200');
    });
  });
});
