/**
 * The whole drill: a backup while people talk, kill -9, a restore elsewhere, and the same people go on there.
 * `BACKUP_RATE` messages are sent in each second (`npm run test:soak -- backups`: 500, on both engines).
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Client, Room } from '#sdk/index.js';
import { found, join as joined, People, storedTexts, until } from '../../sdk/people.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { freePort } from '../../support/servers/free-port.mjs';
import { describeOnMongo } from '../../support/store/engines.js';

const run = promisify(execFile);
const RATE = Number(process.env.BACKUP_RATE ?? 60);
const BEFORE_S = Number(process.env.BACKUP_BEFORE_S ?? 1);
const ROOMS = ['bahce', 'carsi', 'liman', 'cinar'];
const TALKERS = ['ada', 'bora', 'cem', 'deniz', 'eda', 'filiz', 'gul', 'hale'];
const SECRET = 'a'.repeat(64);
const PAUSE_MS = 50;
const WITHIN_MS = 120_000;

/** Speaks in one room, and has it open. */
interface Talker {
  client: Client;
  room: Room;
}

/** What is said at a rate, and what of it was acknowledged when. */
class Talk {
  readonly acknowledged: { room: string; body: string; at: number }[] = [];
  readonly #sends: Promise<unknown>[] = [];
  #isOver = false;
  #talking: Promise<unknown> = Promise.resolve();

  begin(talkers: readonly Talker[]): void {
    this.#talking = Promise.all(talkers.map(({ room }, at) => this.#talk(room, TALKERS[at] as string)));
  }

  /** Nothing new is said. What has no answer yet is answered by the service that comes next. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#talking;
  }

  answered = (): Promise<unknown> => Promise.all(this.#sends);

  get said(): number {
    return this.#sends.length;
  }

  async #talk(room: Room, name: string): Promise<void> {
    const began = performance.now();
    for (let count = 0; !this.#isOver; ) {
      const due = ((performance.now() - began) / 1_000) * (RATE / TALKERS.length);
      for (; count < due; count += 1) this.#sends.push(this.#say(room, `${name} ${count}`));
      await pause(PAUSE_MS);
    }
  }

  async #say(room: Room, body: string): Promise<void> {
    await room.send(body);
    this.acknowledged.push({ room: room.slug, body, at: performance.now() });
  }
}

function tellDrill(engine: string, placeOf: (name: string) => Record<string, string>): void {
  describe(`a backup under load on ${engine}`, () => {
    let folder: string;
    let server: ServerProcess | undefined;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'meydan-drill-'));
    });
    afterAll(async () => {
      await server?.remove();
      await rm(folder, { recursive: true, force: true });
    });

    const settingsOf = (name: string) => ({ DATA_DIR: join(folder, name), ...placeOf(name) });
    const command = async (name: string, place: string) => {
      const env = { PATH: process.env.PATH, ...settingsOf(place) };
      return (await run(process.execPath, [`scripts/store/${name}.mjs`, join(folder, 'backup')], { env })).stdout;
    };
    const gather = async (people: People, url: string): Promise<Talker[]> => {
      const talkers: Talker[] = [];
      for (const [at, name] of TALKERS.entries()) {
        const client = await people.enter(url, name, { unsentMax: 100_000 });
        const slug = ROOMS[at % ROOMS.length] as string;
        talkers.push({ client, room: at < ROOMS.length ? await found(client, slug) : await joined(client, slug) });
      }
      return talkers;
    };

    it('holds all that was acknowledged before it; after kill -9 and a restore the same people go on without ghosts', async () => {
      const settings = { PORT: String(await freePort()), SECRET, RATE_LIMITS: 'off' };
      server = await startServer({ ...settings, ...settingsOf('first') });
      await using people = new People();
      const talkers = await gather(people, server.url);
      const talk = new Talk();
      talk.begin(talkers);
      await pause(BEFORE_S * 1_000);
      const began = performance.now();
      expect(await command('backup', 'first')).toContain('verified');
      const took = performance.now() - began;
      const rate = talk.acknowledged.filter(({ at }) => at > began).length / (took / 1_000);
      await server.kill();
      await talk.end();
      const kept = talk.acknowledged.filter(({ at }) => at < began);
      expect(kept.length).toBeGreaterThan(RATE / 10);

      expect(await command('restore', 'second')).toMatch(/ 0 problems/);
      const first = server;
      server = await startServer({ ...settings, ...settingsOf('second') });
      await first.remove();
      await talk.answered();
      for (const { room } of talkers.slice(0, ROOMS.length)) await room.send('son');
      const isBack = () => talkers.every(({ room }) => room.messages.at(-1)?.body === 'son');
      await until(isBack, 'everybody has the last message', WITHIN_MS);
      for (const { client, room } of talkers) {
        const stored = await storedTexts(client, room.slug);
        const missing = kept.filter((one) => one.room === room.slug && !stored.includes(one.body));
        expect(missing).toEqual([]);
        expect(new Set(stored).size).toBe(stored.length);
        const shown = room.messages.filter(({ kind }) => kind === 'text').map(({ body }) => body);
        expect(shown).toEqual(stored.slice(-shown.length));
      }
      expect(await server.stop()).toBe(0);
      const counts = `${talk.said} said, ${kept.length} of them acknowledged before`;
      process.stderr.write(`A backup on ${engine}: ${Math.round(rate)}/s acknowledged beside it, ${counts}\n`);
    }, 600_000);
  });
}

tellDrill('the embedded engine', () => ({}));

if (process.env.BACKUP_ON_MONGO === 'true') {
  describeOnMongo('on the other engine', (_, mongod) => {
    const uris = new Map<string, string>();
    const uriOf = (name: string): string => {
      const uri = uris.get(name) ?? mongod().freshUri();
      uris.set(name, uri);
      return uri;
    };
    tellDrill('MongoDB', (name) => ({ MONGODB_URI: uriOf(name) }));
  });
}
