/** What becomes of the files of photos: kept with their photo, gone with it, and looked at for what they are. */

import { PHOTOS_MAX } from '#src/domain/accounts/photo.js';
import { REMOVAL_DELAY_MS, UNUSED_MS } from '#src/domain/messages/file.js';
import { lastResort } from '../operators/operator-people.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { addPhoto, uploadPhoto } from '../support/clients/photo-uploads.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { SkippedTime } from '../support/time/skipped-time.js';

onEachEngine('files of photos', (engine) => {
  describe('over one service', () => {
    const time = new SkippedTime();
    let booted: Booted;
    let people = 0;
    beforeAll(async () => {
      // Tokens outlast the days that are skipped.
      const settings = { ...engine(), SWEEP_INTERVAL_S: '1', ACCESS_TOKEN_TTL_S: '864000' };
      booted = await bootApp({ settings, parts: { env: time.env } });
    });
    afterAll(() => booted[Symbol.asyncDispose]());

    const somebody = () => booted.person(`kisi${(people += 1)}`);
    const isThere = async (key: string) => (await booted.app.objects.head(key)) !== null;
    const areGone = (keys: string[]) =>
      poll(
        async () => {
          time.skip(REMOVAL_DELAY_MS);
          const there = await Promise.all(keys.map(isThere));
          return !there.includes(true);
        },
        { until: `${keys.join(' and ')} are gone`, withinMs: 20_000, everyMs: 200 },
      );
    const keysOf = (person: Person) =>
      booted.app.objects.list(`avatars/${person.accountId}/`).then((all) => all.map(({ key }) => key));
    const ids = async (person: Person) =>
      (await booted.ask(person, 'GET', '/api/me/avatars')).body.avatars.map(({ id }: { id: string }) => id);

    it('go with their photo, both of them, and others stay', async () => {
      const ada = await somebody();
      const gone = await addPhoto(booted, ada);
      const keys = await keysOf(ada);
      expect(keys).toHaveLength(2);
      const stays = await addPhoto(booted, ada);
      expect((await booted.ask(ada, 'DELETE', `/api/me/avatars/${gone.id}`)).status).toBe(204);
      await areGone(keys);
      expect(await keysOf(ada)).toHaveLength(2);
      expect(await ids(ada)).toEqual([stays.id]);
      // The file goes first. Its record follows when no upload link and no late write can put it back any more.
      time.skip(3_720_000);
      const isForgotten = async (collection: 'files' | 'fileUses') => {
        const left = await booted.app.store.range<{ _id: string }>(collection, { index: '_id', limit: 10_000 });
        return !left.some(({ _id }) => keys.some((key) => _id.startsWith(key)));
      };
      for (const collection of ['files', 'fileUses'] as const) {
        await poll(() => isForgotten(collection), { until: `${collection} knows nothing of them` });
      }
    });

    it('go after a day when no photo was made of them, and not before', async () => {
      const ada = await somebody();
      const { key, thumb_key } = await uploadPhoto(booted, ada);
      const other = await addPhoto(booted, ada);
      const others = (await keysOf(ada)).filter((each) => each !== key && each !== thumb_key);
      time.skip(UNUSED_MS - 600_000);
      expect((await booted.ask(ada, 'DELETE', `/api/me/avatars/${other.id}`)).status).toBe(204);
      // Whoever looks after files has been round several times by then.
      await areGone(others);
      expect(await Promise.all([key, thumb_key].map(isThere))).toEqual([true, true]);
      time.skip(600_000);
      await areGone([key, thumb_key]);
    });

    it('that are larger than a photo may be take their photo with them, and the next one becomes the face', async () => {
      const ada = await somebody();
      const good = await addPhoto(booted, ada);
      const { key, thumb_key } = await uploadPhoto(booted, ada);
      // As an S3 store takes it, which knows no bound.
      await booted.app.objects.write(key, new Uint8Array(8_388_609), 'image/jpeg');
      const { body } = await booted.ask(ada, 'POST', '/api/me/avatars', {
        key,
        thumb_key,
        byte_size: 100,
        size_px: 64,
      });
      expect(body.avatar.is_primary).toBe(true);
      await areGone([key, thumb_key]);
      expect(await ids(ada)).toEqual([good.id]);
      expect((await booted.ask(ada, 'GET', '/api/me')).body.account.avatar.id).toBe(good.id);
    });

    it('that are too large go while their account is suspended, too', async () => {
      const ada = await somebody();
      const { key, thumb_key } = await uploadPhoto(booted, ada);
      await booted.app.objects.write(key, new Uint8Array(8_388_609), 'image/jpeg');
      const suspension = `/accounts/${ada.accountId}/suspension`;
      const added = booted.ask(ada, 'POST', '/api/me/avatars', { key, thumb_key, byte_size: 100, size_px: 64 });
      expect((await added).status).toBe(201);
      expect((await lastResort(booted)('PUT', suspension, { until: null, reason: 'spam' })).status).toBe(200);
      await areGone([key, thumb_key]);
      await lastResort(booted)('DELETE', `${suspension}?reason=hata`);
      expect(await ids(ada)).toEqual([]);
    });

    it('are as many as an account may have, and one more is refused until one goes', async () => {
      const ada = await somebody();
      const upload = (at: number) => {
        const folder = `avatars/${ada.accountId}`;
        const keys = { key: `${folder}/n${at}.jpg`, thumbKey: `${folder}/n${at}-k.jpg` };
        return { ...keys, contentType: 'image/jpeg' as const, byteSize: 10, sizePx: 10 };
      };
      const add = (at: number) => {
        const command = { type: 'add_photo' as const, upload: upload(at), primary: false };
        return booted.app.node.users.tryAsk(ada.accountId, command, { deadlineMs: 60_000 });
      };
      // No more at once than a mailbox holds.
      for (let from = 0; from < PHOTOS_MAX; from += 250) {
        const answers = await Promise.all(Array.from({ length: 250 }, (_, at) => add(from + at)));
        expect(answers.filter(({ ok }) => !ok)).toEqual([]);
      }
      const { key, thumbKey: thumb_key } = upload(PHOTOS_MAX);
      const onceMore = () => booted.ask(ada, 'POST', '/api/me/avatars', { key, thumb_key, byte_size: 10, size_px: 10 });
      const refused = await onceMore();
      expect([refused.status, refused.body.error.code]).toEqual([409, 'invalid_state']);
      const [newest] = await ids(ada);
      await booted.ask(ada, 'DELETE', `/api/me/avatars/${newest}`);
      expect((await onceMore()).status).toBe(201);
    });
  });
});
