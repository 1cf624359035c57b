/** kill -9 between the acknowledgement of a message and its push, and between sending a push and knowing of it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRoom, developer, joinRoom, rest } from '../support/clients/rest.js';
import { generateRsaPair } from '../support/key-pairs.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { poll } from '../support/time/poll.js';
import { type FcmServer, startFcm } from './support/fcm-server.js';

const serviceAccount = (origin: string) => ({
  project_id: 'meydan-test',
  client_email: 'push@meydan-test.example',
  private_key: generateRsaPair().privateKey,
  token_uri: `${origin}/token`,
});

onEachEngine('a push whose process is killed', (engine) => {
  describe('with kill -9', () => {
    let fcm: FcmServer;
    let folder: string;
    let server: ServerProcess;
    beforeAll(async () => {
      buildFresh();
      fcm = await startFcm();
      folder = await mkdtemp(join(tmpdir(), 'meydan-push-'));
      const file = join(folder, 'firebase.json');
      await writeFile(file, JSON.stringify(serviceAccount(fcm.origin)));
      server = await startServer({ ...engine(), FCM_SERVICE_ACCOUNT_FILE: file, FCM_HOST: fcm.origin });
    }, 180_000);
    afterAll(async () => {
      await server?.remove();
      await fcm?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    });

    it('comes after the restart, and again when it was under way', async () => {
      const { url } = server;
      const [ada, bob] = [await developer(url, 'ada'), await developer(url, 'bob')];
      await createRoom(url, ada, 'oda');
      await joinRoom(url, bob, 'oda');
      const device = { platform: 'android', push_token: 'bob' };
      await rest(url, '/me/device', { method: 'PUT', token: bob.token, body: device });
      const say = async (body: string): Promise<string> => {
        const path = '/rooms/oda/messages';
        const { message } = await rest<{ message: { id: string } }>(url, path, {
          method: 'POST',
          token: ada.token,
          body: { body },
        });
        return message.id;
      };
      const pushed = () => fcm.requests.map(({ message }) => message.data.message_id);

      const first = await say('onaylandı');
      await server.kill();
      expect(pushed()).toEqual([]);
      await server.start();
      await poll(() => pushed().length > 0, { until: 'the push comes after all', withinMs: 20_000 });
      expect(pushed()).toEqual([first]);

      fcm.answerNext({ status: 0 });
      const second = await say('yolda');
      await poll(() => pushed().length > 1, { until: 'the next one is under way', withinMs: 20_000 });
      await server.kill();
      await server.start();
      await poll(() => pushed().length > 2, { until: 'it is sent again', withinMs: 20_000 });
      expect(pushed()).toEqual([first, second, second]);

      expect(await server.stop()).toBe(0);
      server.verifyLog();
    }, 180_000);
  });
});
