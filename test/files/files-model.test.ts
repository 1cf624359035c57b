/** Random lives of what lies in a room: whatever is used is there, whatever is not goes, through crashes and all. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepFiles } from '#jobs/sweep-files.js';
import { type LocalStore, openLocalStore } from '#src/adapters/object-store/local/local-store.js';
import type { Forwardable } from '#src/domain/messages/message.js';
import type { Store } from '#src/store/store.js';
import { modelRuns } from '../model/model-runs.js';
import { ada, bob, RoomFixture, registerNames } from '../support/rooms/room-fixture.js';
import { fc } from '../support/seeds/fast-check.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { FaultyStore } from '../support/store/faulty-store.js';
import { jpeg } from './samples.js';

const RUNS = 6;
const DAY_MS = 86_400_000;
const people = [ada, bob];
const pick = fc.nat({ max: 30 });

const operation = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ op: fc.constant('send' as const), who: fc.nat({ max: 1 }), isCrash: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('forward' as const), nth: pick, isCrash: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ op: fc.constant('delete' as const), nth: pick, isCrash: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('upload' as const), who: fc.nat({ max: 1 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('addPhoto' as const), isPrimary: fc.boolean(), isCrash: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('choosePhoto' as const), nth: pick, isCrash: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('deletePhoto' as const), nth: pick, isCrash: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('tend' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ op: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 5_000, 700_000, DAY_MS) }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

class Life {
  /** Live rows and photos, with the keys they use, oldest first. */
  readonly rows: { id: string; keys: string[] }[] = [];
  readonly photos: { id: string; keys: string[] }[] = [];
  readonly #all = new Set<string>();
  readonly #fixture: RoomFixture;
  readonly #store: FaultyStore;
  readonly #objects: LocalStore;

  constructor(fixture: RoomFixture, store: FaultyStore, objects: LocalStore) {
    this.#fixture = fixture;
    this.#store = store;
    this.#objects = objects;
  }

  async live(operations: Operation[]): Promise<void> {
    for (const each of operations) {
      if ('isCrash' in each && each.isCrash) await this.#crashing(() => this.#do(each));
      else await this.#do(each);
    }
  }

  /** The entry lands, what follows from it does not; then others own the room. */
  async #crashing(act: () => Promise<void>): Promise<void> {
    let appended = false;
    this.#store.fault = ({ op }, phase) => {
      if (op === 'append' && phase === 'after') appended = true;
      if (op === 'write' && phase === 'before' && appended) throw new Error('the process is gone');
    };
    await act();
    this.#store.fault = () => undefined;
    this.#fixture.abandon();
    await this.#fixture.ok(ada, { type: 'view_room' });
  }

  async #do(each: Operation): Promise<void> {
    switch (each.op) {
      case 'send':
        return this.#send(each.who);
      case 'upload':
        await this.#upload(each.who);
        return;
      case 'forward':
        return this.#forward(each.nth);
      case 'delete': {
        const [row] = this.rows.splice(each.nth % Math.max(1, this.rows.length), 1);
        if (row) await this.#fixture.ask(ada, { type: 'delete_message', messageId: row.id });
        return;
      }
      case 'addPhoto':
        return this.#addPhoto(each.isPrimary);
      case 'choosePhoto': {
        const photo = this.photos[each.nth % Math.max(1, this.photos.length)];
        if (photo) await this.#fixture.ask(ada, { type: 'choose_room_photo', id: photo.id });
        return;
      }
      case 'deletePhoto': {
        const [photo] = this.photos.splice(each.nth % Math.max(1, this.photos.length), 1);
        if (photo) await this.#fixture.ask(ada, { type: 'delete_room_photo', id: photo.id });
        return;
      }
      case 'tend':
        await this.sweepFiles();
        return;
      case 'wait':
        await this.#fixture.env.leap(each.ms);
    }
  }

  async #upload(who: number): Promise<string[]> {
    const asked = { contentType: 'image/jpeg', thumbType: 'image/jpeg', bytesMax: 1_000 };
    const { full, thumb } = await this.#fixture.ok(people[who] as typeof ada, { type: 'presign_media', ...asked });
    return this.#fill([full.key, thumb.key]);
  }

  async #fill(keys: string[]): Promise<string[]> {
    for (const key of keys) {
      this.#all.add(key);
      await this.#objects.write(key, jpeg(), 'image/jpeg');
    }
    return keys;
  }

  /** What was answered before a crash is as good as lost: the newest row tells what became of it. */
  async #newest(): Promise<{ id: string; kind: string } | undefined> {
    const { messages } = await this.#fixture.ok(ada, { type: 'list_messages', limit: 1 });
    return messages[0]?.row;
  }

  async #said(draft: object, by: typeof ada, keys: string[]): Promise<void> {
    const said = { clientId: null, body: '', replyTo: null, discussionOf: null, ...draft };
    const before = await this.#newest();
    await this.#fixture.ask(by, { type: 'send_message', draft: said });
    this.#store.fault = () => undefined;
    const after = await this.#newest();
    if (after && after.id !== before?.id) this.rows.push({ id: after.id, keys });
  }

  async #send(who: number): Promise<void> {
    const [key, thumb_key] = await this.#upload(who);
    const about = { type: 'photo', content_type: 'image/jpeg', width: 64, height: 64, byte_size: 1_000 };
    const draft = { kind: 'photo', attachment: { ...about, key, thumb_key } };
    await this.#said(draft, people[who] as typeof ada, [key as string, thumb_key as string]);
  }

  async #forward(nth: number): Promise<void> {
    const row = this.rows[nth % Math.max(1, this.rows.length)];
    if (!row) return;
    const source = await this.#fixture.ok<{ type: 'give_message'; messageId: string }>(bob, {
      type: 'give_message',
      messageId: row.id,
    });
    const forward = { of: { room: this.#fixture.slug, messageId: row.id }, source: source as Forwardable };
    await this.#said({ forward }, bob, row.keys);
  }

  async #addPhoto(isPrimary: boolean): Promise<void> {
    const { full, thumb } = await this.#fixture.ok(ada, { type: 'presign_room_photo', contentType: 'image/jpeg' });
    const keys = await this.#fill([full.key, thumb.key]);
    const files = { key: full.key, thumbKey: thumb.key };
    const photo = { ...files, contentType: 'image/jpeg' as const, byteSize: 1_000, sizePx: 64 };
    await this.#fixture.ask(ada, { type: 'add_room_photo', photo, isPrimary });
    this.#store.fault = () => undefined;
    const { photos } = await this.#fixture.ok(ada, { type: 'list_room_photos' });
    const added = photos.find(({ photo: { key } }) => key === full.key);
    if (added) this.photos.push({ id: added.photo.id, keys });
  }

  async sweepFiles(): Promise<void> {
    const now = () => this.#fixture.env.now();
    const { node } = this.#fixture;
    await sweepFiles({ ...node, objects: this.#objects, reader: this.#store, uploadLinkTtlS: 600, now });
  }

  /** All that was ever uploaded, as it has to be: there, or not. */
  async check(): Promise<void> {
    await this.#fixture.env.leap(DAY_MS);
    await this.sweepFiles();
    // What was looked at for the last time goes only because somebody lets it go.
    for (let nth = 0; nth < this.rows.length; nth += 1) await this.#do({ op: 'delete', nth, isCrash: false });
    for (let nth = 0; nth < this.photos.length; nth += 1) await this.#do({ op: 'deletePhoto', nth, isCrash: false });
    await this.sweepFiles();
    await this.#fixture.env.leap(6_000);
    await this.sweepFiles();
    const used = new Set([...this.rows, ...this.photos].flatMap(({ keys }) => keys));
    for (const key of this.#all) expect([key, (await this.#objects.head(key)) !== null]).toEqual([key, used.has(key)]);
    const { photos } = await this.#fixture.ok(ada, { type: 'list_room_photos' });
    expect(photos.map(({ photo }) => photo.id).sort()).toEqual(this.photos.map(({ id }) => id).sort());
    expect(photos.filter(({ isPrimary }) => isPrimary)).toHaveLength(Math.min(1, photos.length));
  }
}

describeOnBothEngines('the files of a room', (openStore) => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'meydan-files-'));
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  async function liveThrough(store: Store, operations: Operation[]): Promise<void> {
    const faulty = new FaultyStore(store);
    await registerNames(store);
    const fixture = await new RoomFixture(faulty).found({}, [bob]);
    const settings = {
      publicUrl: 'http://localhost',
      secrets: ['a'.repeat(32)] as [string],
      now: () => fixture.env.now(),
    };
    const objects = await openLocalStore({ dir: join(dir, fixture.id), ...settings });
    const life = new Life(fixture, faulty, objects);
    await life.live(operations);
    await life.check();
    await fixture.stop();
    expect(await fixture.problems()).toEqual([]);
    await objects.close();
  }

  it('are there as long as something uses them, and no longer', async () => {
    const store = await openStore();
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 40 }), (operations) =>
        liveThrough(store, operations),
      ),
      modelRuns(RUNS),
    );
  }, 120_000);
});
