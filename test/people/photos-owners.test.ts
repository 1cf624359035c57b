/** Photos under two owners that do not know of each other: what is stored fits together all the same. */
import type { PhotoDoc } from '#actors/user/commands.js';
import type { Account } from '#src/domain/accounts/account.js';
import type { FileUse, StoredFile } from '#src/domain/messages/file.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { seededRandom } from '../support/time/seeded-random.js';
import { type AccountsFixture, buildAccountsFixture, enter, stopAccountsFixtures } from './accounts-fixture.js';

const DEEDS = 80;
const OWNERS_APART = 6;

describeOnBothEngines('photos of one account under two owners', (openStore) => {
  afterEach(stopAccountsFixtures);

  /** What must be true of the store whoever wrote it. */
  async function problems(store: Store, id: string): Promise<string[]> {
    const [account, photos, files, uses] = await Promise.all([
      store.get<Account>('accounts', id),
      store.range<PhotoDoc>('photos', { index: 'byOwner', prefix: [id] }),
      store.range<StoredFile>('files', { index: '_id', limit: 10_000 }),
      store.range<FileUse>('fileUses', { index: 'byOwner', prefix: [id], limit: 10_000 }),
    ]);
    const primary = account?.photo?.id ?? null;
    const found: string[] = [];
    if (photos.length > 0 && !photos.some(({ _id }) => _id === primary)) found.push('no photo is primary');
    if (photos.length === 0 && primary !== null) found.push('what is primary is gone');
    if (new Set(photos.map(({ at }) => at)).size !== photos.length) found.push('two photos are of the same moment');
    const expected = photos.flatMap(({ _id, photo }) => [
      `${photo.key}:${id}:${_id}`,
      `${photo.thumbKey}:${id}:${_id}`,
    ]);
    if (`${uses.map((use) => use._id).sort()}` !== `${expected.sort()}`) found.push('files are used by other photos');
    const kept = new Set(files.filter(({ state }) => state === 'kept').map(({ _id }) => _id));
    if (uses.some(({ key }) => !kept.has(key))) found.push('a file in use is not kept');
    return found;
  }

  async function deed(fixture: AccountsFixture, id: string, random: () => number): Promise<string> {
    const { users } = fixture;
    const photos = await users.tryAsk(id, { type: 'list_photos' });
    if (!photos.ok) return photos.code;
    const any = photos.value[Math.floor(random() * photos.value.length)]?.photo.id ?? 'none';
    const dice = random();
    if (dice < 0.3) return codeOf(await users.tryAsk(id, { type: 'delete_photo', photoId: any }));
    if (dice < 0.5) return codeOf(await users.tryAsk(id, { type: 'choose_photo', photoId: any }));
    const keys = await users.tryAsk(id, { type: 'presign_photo', contentType: 'image/png' });
    if (!keys.ok) return keys.code;
    const upload = { ...keys.value, contentType: 'image/png' as const, byteSize: 10, sizePx: 10 };
    return codeOf(await users.tryAsk(id, { type: 'add_photo', upload, primary: random() < 0.5 }));
  }

  const codeOf = (answer: { ok: true } | { ok: false; code: string }) => (answer.ok ? 'ok' : answer.code);

  it.each([1, 2, 3])('have one primary, and their files, whatever happens at once (%p)', async (seed) => {
    const store = await openStore();
    const fixtures = [buildAccountsFixture(store), buildAccountsFixture(store, { owner: 'two' })] as const;
    const id = await enter(fixtures[0], 'ada');
    const random = seededRandom(seed);
    const outcomes: string[] = [];
    for (let done = 0; done < DEEDS; done += OWNERS_APART) {
      const deeds = Array.from({ length: OWNERS_APART }, (_, at) => deed(fixtures[at % 2 === 0 ? 0 : 1], id, random));
      outcomes.push(...(await Promise.all(deeds)));
      expect(await problems(store, id)).toEqual([]);
    }
    // Fighting owners may give up; most of what was asked for has been done.
    expect(outcomes.filter((outcome) => !['ok', 'not_found', 'unavailable'].includes(outcome))).toEqual([]);
    expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeGreaterThan(DEEDS / 2);
  });

  it('show every owner the same list once it is quiet', async () => {
    const store = await openStore();
    const [one, two] = [buildAccountsFixture(store), buildAccountsFixture(store, { owner: 'two' })] as const;
    const id = await enter(one, 'ada');
    const random = seededRandom(7);
    for (let done = 0; done < 20; done += 1) await deed(done % 2 === 0 ? one : two, id, random);
    // Whoever changes something learns what the other one did; reading alone may be behind.
    for (const { users } of [one, two, one]) {
      const upload = { key: `avatars/${id}/x.png`, thumbKey: `avatars/${id}/y.png` };
      const rest = { contentType: 'image/png' as const, byteSize: 10, sizePx: 10 };
      await users.ask(id, { type: 'add_photo', upload: { ...upload, ...rest }, primary: true });
    }
    const stored = await store.range<PhotoDoc>('photos', { index: 'byOwner', prefix: [id], desc: true });
    const listed = await one.users.ask(id, { type: 'list_photos' });
    expect(listed.map(({ photo }) => photo.id).sort()).toEqual(stored.map(({ _id }) => _id).sort());
    expect(await problems(store, id)).toEqual([]);
  });
});
