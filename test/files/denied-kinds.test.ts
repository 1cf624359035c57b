import { onEachEngine } from '../support/store/engine-settings.js';
import { FilesFixture } from './files-fixture.js';

onEachEngine('files', (engine) => {
  describe('what members are denied', () => {
    let fixture: FilesFixture;
    let room: string;

    beforeAll(async () => {
      fixture = await FilesFixture.open(engine());
      room = await fixture.room('oda');
    });
    afterEach(async () => expect(await fixture.problems(room)).toEqual([]));
    afterAll(() => fixture.close());

    const permissions = async (): Promise<string[]> =>
      (await fixture.ok(fixture.bob, 'GET', '/rooms/oda')).room.my_permissions;

    it('members_can_video off is a denied send_message.videos: in what is said, shown and explained', async () => {
      const { ada, bob } = fixture;
      const video = await fixture.media(bob, 'oda', 'video/mp4');
      const own = await fixture.media(ada, 'oda', 'video/mp4');
      await fixture.ok(ada, 'PATCH', '/rooms/oda', { members_can_video: false });
      expect(await fixture.refusal(bob, 'oda', video)).toBe('403 not_allowed');
      expect(await fixture.refusal(ada, 'oda', own)).toBe('201');
      expect(await permissions()).not.toContain('send_message.videos');
      const asked = `account_id=${bob.accountId}&permission=send_message.videos`;
      const explained = await fixture.ok(ada, 'GET', `/rooms/oda/permissions/explain?${asked}`);
      expect(explained).toMatchObject({ allowed: false, reason: 'denied_to_members' });
      expect(explained.decided_by.type).toBe('room_settings_changed');
      await fixture.ok(ada, 'PATCH', '/rooms/oda', { members_can_video: true });
      expect(await permissions()).toContain('send_message.videos');
      expect(await fixture.refusal(bob, 'oda', video)).toBe('201');
    });

    it('a link that may not be said does not come in by an edit', async () => {
      const { ada, bob } = fixture;
      const { message } = await fixture.ok(bob, 'POST', '/rooms/oda/messages', { body: 'bak' });
      const edit = (body: string) => fixture.code(bob, 'PATCH', `/rooms/oda/messages/${message.id}`, { body });
      await fixture.ok(ada, 'PATCH', '/rooms/oda/permissions', { denied: ['send_message.links'] });
      expect(await edit('bak https://example.com')).toBe('403 not_allowed');
      expect(await edit('bakma')).toBe('200');
      await fixture.ok(ada, 'PATCH', '/rooms/oda/permissions', { denied: [] });
      expect(await edit('bak https://example.com')).toBe('200');
    });
  });
});
