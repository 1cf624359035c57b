/** `account:avatar` as real clients hear it: who does, what they are shown, and in which order. */
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { addPhoto } from '../support/clients/photo-uploads.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { roomOf, type Talker, talk } from './talker.js';

const NAMES = ['ada', 'mate', 'fan', 'idol', 'stranger'] as const;
type Name = (typeof NAMES)[number];

onEachEngine('a new face', (engine) => {
  describe('among people of every relation', () => {
    let booted: Booted;
    let people: Record<Name, Person>;
    let talkers: Record<Name, Talker>;
    let second: Talker;

    /**
     * mate shares a room with ada, fan follows her, she follows idol (and they share a room), stranger does not know
     * her.
     */
    beforeAll(async () => {
      booted = await bootApp({ settings: engine() });
      const named = async <T>(make: (name: Name) => Promise<T>) =>
        Object.fromEntries(await Promise.all(NAMES.map(async (name) => [name, await make(name)]))) as Record<Name, T>;
      people = await named((name) => booted.person(name));
      await roomOf(booted, 'kahve', [people.mate, people.ada, people.idol]);
      expect((await booted.ask(people.fan, 'POST', '/api/users/ada/follow')).status).toBeLessThan(300);
      expect((await booted.ask(people.ada, 'POST', '/api/users/idol/follow')).status).toBeLessThan(300);
      talkers = await named((name) => talk(booted, people[name]));
      second = await talk(booted, people.ada);
    });
    afterAll(async () => {
      for (const talker of [...Object.values(talkers ?? {}), second]) talker?.close();
      await booted[Symbol.asyncDispose]();
    });
    beforeEach(() => {
      for (const talker of [...Object.values(talkers), second]) talker.heard.length = 0;
    });

    const show = async (photo_visibility: string) => {
      const { status } = await booted.ask(people.ada, 'PUT', '/api/me/profile', { photo_visibility });
      expect(status).toBe(200);
    };
    const ofAda = (payload: { account_id: string }) => payload.account_id === people.ada.accountId;
    const faceIn = ({ avatar }: { avatar: { id: string } | null }) => avatar?.id ?? null;
    /** An answer comes after everything that was told before it: others have heard by now, so would the stranger. */
    const toldSoFar = () => talkers.stranger.ask('room:close', { room: 'kahve' });
    /** What each of them hears next about ada's face. */
    const heardBy = async (...names: Name[]) =>
      Object.fromEntries(
        await Promise.all(
          names.map(async (name) => [name, faceIn(await talkers[name].hears('account:avatar', ofAda))] as const),
        ),
      );

    it('reaches those who share a room or follow, and the own devices, with links that work', async () => {
      await show('everyone');
      const { id } = await addPhoto(booted, people.ada);
      const told = await talkers.mate.hears('account:avatar', (payload) => faceIn(payload) === id);
      expect(told).toEqual({ account_id: people.ada.accountId, avatar: expect.objectContaining({ is_primary: true }) });
      expect((await fetch(told.avatar.url)).status).toBe(200);
      expect((await fetch(told.avatar.thumb_url)).status).toBe(200);
      expect(faceIn(await second.hears('account:avatar', (payload) => faceIn(payload) === id))).toBe(id);
      for (const name of ['ada', 'fan', 'idol'] as const) {
        await talkers[name].hears('account:avatar', (payload) => faceIn(payload) === id);
      }
      await toldSoFar();
      expect(talkers.stranger.all('account:avatar')).toEqual([]);
    });

    it('is told when another photo becomes primary, and when one goes', async () => {
      const first = await addPhoto(booted, people.ada);
      const last = await addPhoto(booted, people.ada);
      await talkers.mate.hears('account:avatar', (payload) => faceIn(payload) === last.id);
      await booted.ask(people.ada, 'PUT', `/api/me/avatars/${first.id}/primary`);
      await talkers.mate.hears('account:avatar', (payload) => faceIn(payload) === first.id);
      talkers.mate.heard.length = 0;
      await booted.ask(people.ada, 'DELETE', `/api/me/avatars/${first.id}`);
      await talkers.mate.hears('account:avatar', (payload) => faceIn(payload) === last.id);
      const { body } = await booted.ask(people.ada, 'GET', '/api/me/avatars');
      for (const { id } of body.avatars) await booted.ask(people.ada, 'DELETE', `/api/me/avatars/${id}`);
      await talkers.mate.hears('account:avatar', (payload) => faceIn(payload) === null);
    });

    it('is not told when a photo is added that is not primary', async () => {
      const first = await addPhoto(booted, people.ada);
      await talkers.mate.hears('account:avatar', (payload) => faceIn(payload) === first.id);
      talkers.mate.heard.length = 0;
      await addPhoto(booted, people.ada, { primary: false });
      await booted.ask(people.ada, 'PUT', `/api/me/avatars/${first.id}/primary`);
      const last = await addPhoto(booted, people.ada);
      await talkers.mate.hears('account:avatar', (payload) => faceIn(payload) === last.id);
      expect(talkers.mate.all('account:avatar').filter(ofAda)).toHaveLength(1);
    });

    it('is shown to each as far as the account shows it', async () => {
      const { id } = await addPhoto(booted, people.ada);
      for (const name of ['ada', 'mate', 'fan', 'idol'] as const) {
        await talkers[name].hears('account:avatar', (payload) => faceIn(payload) === id);
      }
      for (const talker of Object.values(talkers)) talker.heard.length = 0;
      await show('followers');
      expect(await heardBy('ada', 'mate', 'fan', 'idol')).toEqual({ ada: id, mate: null, fan: id, idol: id });
      for (const talker of Object.values(talkers)) talker.heard.length = 0;
      await show('nobody');
      expect(await heardBy('ada', 'mate', 'fan', 'idol')).toEqual({ ada: id, mate: null, fan: null, idol: null });
      for (const talker of Object.values(talkers)) talker.heard.length = 0;
      await show('everyone');
      expect(await heardBy('ada', 'mate', 'fan', 'idol')).toEqual({ ada: id, mate: id, fan: id, idol: id });
      await toldSoFar();
      expect(talkers.stranger.all('account:avatar')).toEqual([]);
    });

    it('finds the followers who are here among many who are not', async () => {
      const absent = await Promise.all(Array.from({ length: 8 }, (_, at) => booted.person(`uzak.${at}`)));
      for (const person of absent) await booted.ask(person, 'POST', '/api/users/ada/follow');
      await show('followers');
      const { id } = await addPhoto(booted, people.ada);
      for (const name of ['fan', 'idol', 'ada'] as const) {
        await talkers[name].hears('account:avatar', (payload) => faceIn(payload) === id);
      }
      await talkers.mate.hears('account:avatar');
      expect(faceIn(talkers.mate.all('account:avatar').at(-1))).toBeNull();
      await toldSoFar();
      expect(talkers.stranger.all('account:avatar')).toEqual([]);
    });

    it('reaches whoever has opened a direct chat in which nothing was said yet', async () => {
      const friend = await booted.person('acan');
      await booted.ask(friend, 'POST', '/api/dm/ada');
      const theirs = await talk(booted, friend);
      await theirs.ask('room:open', { room: (await booted.ask(friend, 'GET', '/api/rooms')).body.rooms[0].slug });
      await show('everyone');
      const { id } = await addPhoto(booted, people.ada);
      await theirs.hears('account:avatar', (payload) => faceIn(payload) === id);
      theirs.close();
    });

    it('is the same in every list that names the account', async () => {
      const { id } = await addPhoto(booted, people.ada);
      const memberFace = async (reader: Name) => {
        const { body } = await booted.ask(people[reader], 'GET', '/api/rooms/kahve/members');
        const row = body.members.find(({ account_id }: { account_id: string }) => account_id === people.ada.accountId);
        return row.avatar?.id ?? null;
      };
      const faces = async () => ({
        ada: await memberFace('ada'),
        mate: await memberFace('mate'),
        idol: await memberFace('idol'),
      });
      await show('everyone');
      expect(await faces()).toEqual({ ada: id, mate: id, idol: id });
      await show('followers');
      expect(await faces()).toEqual({ ada: id, mate: null, idol: id });
      await show('nobody');
      expect(await faces()).toEqual({ ada: id, mate: null, idol: null });
    });

    it('comes last as it is in the end, however fast it changes', async () => {
      await show('everyone');
      const photos: { id: string }[] = [];
      for (let count = 0; count < 5; count += 1) photos.push(await addPhoto(booted, people.ada));
      const choices = Array.from({ length: 40 }, (_, at) => photos[at % photos.length]?.id);
      await Promise.all(choices.map((id) => booted.ask(people.ada, 'PUT', `/api/me/avatars/${id}/primary`)));
      const { body } = await booted.ask(people.ada, 'GET', '/api/me');
      const now = body.account.avatar.id;
      const other = photos.find(({ id }) => id !== now)?.id;
      for (const name of ['mate', 'fan', 'ada'] as const) {
        await talkers[name].hears('account:avatar', () => faceIn(talkers[name].all('account:avatar').at(-1)) === now);
      }
      await booted.ask(people.ada, 'PUT', `/api/me/avatars/${other}/primary`);
      await talkers.mate.hears('account:avatar', () => faceIn(talkers.mate.all('account:avatar').at(-1)) === other);
    });
  });
});
