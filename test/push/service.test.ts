/** The whole service with a push service beside it: phones over REST, people at their sockets. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { talk } from '../gateway/talker.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { generateRsaPair } from '../support/key-pairs.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { type FcmServer, startFcm } from './support/fcm-server.js';

onEachEngine('pushes of a service', (engine) => {
  describe('with people at it', () => {
    let fcm: FcmServer;
    let folder: string;
    let booted: Booted;
    beforeAll(async () => {
      fcm = await startFcm();
      folder = await mkdtemp(join(tmpdir(), 'meydan-push-'));
      const account = {
        project_id: 'p',
        client_email: 'a@b',
        token_uri: `${fcm.origin}/token`,
        private_key: generateRsaPair().privateKey,
      };
      const file = join(folder, 'firebase.json');
      await writeFile(file, JSON.stringify(account));
      booted = await bootApp({ settings: { ...engine(), FCM_SERVICE_ACCOUNT_FILE: file, FCM_HOST: fcm.origin } });
    });
    afterAll(async () => {
      await booted?.[Symbol.asyncDispose]();
      await fcm?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    });

    const phone = async (name: string): Promise<Person> => {
      const person = await booted.person(name);
      await booted.ask(person, 'PUT', '/api/me/device', { platform: 'android', push_token: name, language: 'en' });
      return person;
    };
    const toldTo = (name: string) => fcm.requests.map(({ message }) => message).filter(({ token }) => token === name);
    const say = async (person: Person, slug: string, body: string): Promise<string> =>
      (await booted.ask(person, 'POST', `/api/rooms/${slug}/messages`, { body })).body.message.id;

    it('come to who is away, and not to who reads it in the moment', async () => {
      const [ada, bob, cem] = [await phone('ada'), await phone('bob'), await phone('cem')];
      await booted.ask(ada, 'POST', '/api/rooms', { name: 'Oda', slug: 'oda' });
      for (const person of [bob, cem]) await booted.ask(person, 'POST', '/api/rooms/oda/join');
      const viewer = await talk(booted, bob);
      await viewer.ask('room:open', { room: 'oda' });
      viewer.socket.on('message:new', ({ room, seq }) => void viewer.ask('message:read', { room, seq }));
      const messageId = await say(ada, 'oda', 'merhaba');
      await poll(() => toldTo('cem').length > 0, { until: 'cem is told' });
      expect(toldTo('cem')).toMatchObject([
        {
          data: { type: 'message', room_slug: 'oda', message_id: messageId },
          notification: { body: 'You have a new message' },
        },
      ]);
      expect(JSON.stringify(fcm.requests)).not.toMatch(/merhaba|ada"/);
      expect([toldTo('bob'), toldTo('ada')]).toEqual([[], []]);
      viewer.close();
      await say(ada, 'oda', 'yine');
      await poll(() => toldTo('bob').length > 0, { until: 'bob is told, who has gone' });
    });

    it('come for the first word of a direct chat', async () => {
      const eda = await phone('eda');
      await phone('fuat');
      const { status, body } = await booted.ask(eda, 'POST', '/api/dm/fuat');
      expect(status).toBeLessThan(300);
      await say(eda, body.room.slug, 'selam');
      await poll(() => toldTo('fuat').length > 0, { until: 'fuat is told' });
      expect(toldTo('fuat')).toMatchObject([{ data: { type: 'message', room_slug: body.room.slug } }]);
    });

    it('end with the logout of the phone', async () => {
      const [gul, han, can] = [await phone('gül'), await phone('han'), await phone('can')];
      await booted.ask(gul, 'POST', '/api/rooms', { name: 'Oda', slug: 'son-oda' });
      for (const person of [han, can]) await booted.ask(person, 'POST', '/api/rooms/son-oda/join');
      await booted.ask(null, 'POST', '/api/auth/logout', { refresh_token: han.refreshToken });
      await say(gul, 'son-oda', 'merhaba');
      await poll(() => toldTo('can').length > 0, { until: 'can is told' });
      expect(toldTo('han')).toEqual([]);
    });

    it('speak to open sockets of the session in its new language too', async () => {
      const ela = await booted.person('ela');
      await booted.ask(ela, 'POST', '/api/rooms', { name: 'Oda', slug: 'dil-odasi' });
      const talker = await talk(booted, ela);
      const tagOf = async () => {
        await talker.ask('room:open', { room: 'dil-odasi' });
        const sent = await talker.ask('message:new', { room: 'dil-odasi', body: '#IŞIK' });
        return sent.message.hashtags;
      };
      expect(await tagOf()).toEqual(['işik']);
      await booted.ask(ela, 'PUT', '/api/me/device', { platform: 'web_app', language: 'tr' });
      await poll(async () => (await tagOf())[0] === 'ışık', { until: 'the socket speaks Turkish' });
      talker.close();
    });
  });
});
