/** `npm run verify-credits`: what operators run to see that every number is made of its rows. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyCredits } from '#actors/sponsored/verify/verify-credits.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import type { Store, Write } from '#src/store/store.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import {
  employ,
  impressionOf,
  liveItem,
  openOrganization,
  openSponsoredFixture,
  tapOf,
} from './support/sponsored-fixture.js';

/** Some life: an item with three impressions and a tap; answers what there is. */
async function live(store: Store) {
  const shop = openSponsoredFixture(store);
  const organization = await openOrganization(store, { credit: 500 });
  const item = (await liveItem(shop, organization, await employ(store, organization)))._id;
  const marks = [impressionOf(item), impressionOf(item), impressionOf(item), tapOf(item)];
  await Promise.all(marks.map((mark) => shop.marks.count(organization, mark)));
  await shop.stop();
  return { organization, item, counted: marks[0]?.mark as string, tapped: marks[3]?.mark as string };
}

type Life = Awaited<ReturnType<typeof live>>;

/** What may go wrong behind the service's back, and what is told of it. */
const planted: [string, (life: Life) => Write, string][] = [
  [
    'a credit that came from nowhere',
    ({ organization }) => ({ op: 'set', in: 'balances', id: organization, inc: { impression: 1 } }),
    'balance impression is 498, its movements make 497',
  ],
  [
    'a movement that is lost',
    ({ counted }) => ({ op: 'del', in: 'usage', id: counted }),
    'impressions are 3, 2 were spent',
  ],
  [
    'a movement that is doubled',
    ({ organization, item }) => ({
      op: 'put',
      in: 'usage',
      doc: { _id: randomUUID(), organization, item, counter: 'impression', quantity: -1, at: 0 },
    }),
    'impressions are 3, 4 were spent',
  ],
  [
    'an impression too many',
    ({ item }) => ({ op: 'set', in: 'sponsoredItems', id: item, inc: { impressions: 1 } }),
    'left is 97 of 100 after 4 impressions',
  ],
  ['a tap that is lost', ({ tapped }) => ({ op: 'del', in: 'sponsoredTaps', id: tapped }), 'clicks are 1, 0 taps'],
  [
    'an item that ended and is still found among the live',
    ({ item }) => ({ op: 'set', in: 'sponsoredItems', id: item, set: { status: 'ended' } }),
    'is ended and among the live',
  ],
  [
    'a balance that is gone',
    ({ organization }) => ({ op: 'del', in: 'balances', id: organization }),
    'balance impression is 0, its movements make 497',
  ],
];

describeOnBothEngines('verifying credits', (openStore) => {
  it('finds nothing where all is well', async () => {
    const store = await openStore();
    await live(store);
    expect(await verifyCredits(store)).toEqual({ movements: 4, organizations: 1, items: 1, problems: [] });
  });

  it('finds each thing that is planted', async () => {
    const store = await openStore();
    for (const [what, plant, told] of planted) {
      const life = await live(store);
      expect((await store.write([plant(life)]))[0]).toBe(true);
      const { problems } = await verifyCredits(store);
      const own = problems.filter(({ organization }) => organization === life.organization);
      expect([what, own.map((problem) => problem.what).join('; ')]).toEqual([what, expect.stringContaining(told)]);
    }
  }, 60_000);
});

describe('npm run verify-credits', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  let dataDir: string;

  beforeAll(async () => {
    buildFresh();
    dataDir = await mkdtemp(join(tmpdir(), 'meydan-credits-'));
  }, 120_000);
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function within<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openEmbeddedStore({ dir: dataDir });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  function verify() {
    const { PATH, HOME } = process.env;
    const env = { ...(PATH && { PATH }), ...(HOME && { HOME }), NODE_ENV: 'test', DATA_DIR: dataDir };
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/verify-credits.mjs')], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    return { status, said: `${stdout}${stderr}` };
  }

  it('ends with 0 where all is well, and with 1 and a sentence where one credit is missing', async () => {
    const { organization } = await within(live);
    expect(verify()).toEqual({
      status: 0,
      said: expect.stringContaining('1 organizations, 1 sponsored items, 4 movements, 0 problems'),
    });
    await within((store) => store.write([{ op: 'set', in: 'balances', id: organization, inc: { impression: -1 } }]));
    const { status, said } = verify();
    expect(status).toBe(1);
    expect(said).toContain(`organization ${organization} · balance impression is 496, its movements make 497`);
    expect(said).toContain('1 problems');
  }, 120_000);
});
