import { onEachEngine } from '../support/store/engine-settings.js';
import { FilesFixture } from './files-fixture.js';

onEachEngine('files', (engine) => {
  describe('the text of a refused message', () => {
    let fixture: FilesFixture;

    beforeAll(async () => {
      fixture = await FilesFixture.open(engine());
      await fixture.room('oda');
      await fixture.room('baska');
    });
    afterAll(() => fixture.close());

    const told = async (attachment: object, more: object = {}): Promise<string> => {
      const { body } = await fixture.ask(fixture.bob, 'POST', '/rooms/oda/messages', { attachment, ...more });
      return `${body.error?.code}: ${body.error?.message}`;
    };

    it('says what is wrong with the attachment', async () => {
      const { ada, bob } = fixture;
      const survey = { type: 'survey', question: 'ne?', options: ['a', 'b'], closes_at: 1_000 };
      expect(await told(survey)).toBe('invalid_attachment: The closes_at of a survey must be in the future.');
      const contact = { type: 'contact', username: 'hicyok' };
      expect(await told(contact)).toBe('invalid_attachment: Nobody has the username of this contact.');
      const notOwn = 'invalid_attachment: The file is not an upload of yours to this room.';
      expect(await told(await fixture.media(ada, 'oda'))).toBe(notOwn);
      expect(await told(await fixture.media(bob, 'baska'))).toBe(notOwn);
      const own = await fixture.media(bob, 'oda');
      expect(await told({ ...own, content_type: 'image/png' })).toBe(
        'invalid_attachment: The upload link of the file was for another type.',
      );
      const { thumb_key: _without, ...once } = own;
      expect(await told(once, { view_once: true })).toBe(
        'invalid_attachment: Files that are seen once are for direct chats.',
      );
    });

    it('speaks to the person who is muted', async () => {
      const { ada, bob } = fixture;
      await fixture.ok(ada, 'PUT', `/rooms/oda/members/${bob.accountId}/mute`, { minutes: 1 });
      const { body } = await fixture.ask(bob, 'POST', '/rooms/oda/messages', { body: 'selam' });
      expect(body.error).toMatchObject({ code: 'muted', message: 'You are muted in this room for now.' });
    });
  });
});
