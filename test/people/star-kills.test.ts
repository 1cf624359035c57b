/**
 * Stars through kills: people get them, spend them on links and on chats with one another, and the process dies in
 * between, anywhere. Afterwards every balance is the sum of its ledger and nothing came from nowhere.
 * `STAR_DEEDS=10000` does as many deeds, `STAR_SEED` others.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient } from 'mongodb';
import type { Caller } from '#src/domain/accounts/account.js';
import type { LedgerEntry, Tally } from '#src/domain/accounts/tally.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { describeOnOwnMongod } from '../support/store/engines.js';
import { seededRandom } from '../support/time/seeded-random.js';
import { buildAccountsFixture, enter, stopAccountsFixtures } from './accounts-fixture.js';
import { deedOf, PEOPLE, type StarLine } from './support/star-script.mjs';

const CHILD = fileURLToPath(new URL('./support/star-child.mjs', import.meta.url));
const DEEDS = Number(process.env.STAR_DEEDS ?? 600);
const SEED = Number(process.env.STAR_SEED ?? 1);
/** Crash points between two kills, at most: a deed passes about six. */
const LIFE_MAX = Math.max(600, DEEDS);
const WITHIN_MS = 120_000 + DEEDS * 100;

interface Place {
  at: string;
  open(): Promise<Store>;
}

interface Outcome {
  /** By the index of the deed: what was acknowledged. */
  answers: Map<number, string>;
  kills: number;
}

beforeAll(buildFresh, 120_000);

async function peopleIn(store: Store): Promise<Caller[]> {
  const fixture = buildAccountsFixture(store);
  const people = Array.from({ length: PEOPLE }, async (_, n): Promise<Caller> => {
    const accountId = await enter(fixture, `somebody ${n}`);
    const username = `biri.${n}`;
    await fixture.users.ask(accountId, { type: 'choose_username', username });
    const changes = { dmPolicy: 'paid' as const, dmStarCost: 1 + (n % 5) };
    await fixture.users.ask(accountId, { type: 'change_profile', changes });
    return { accountId, username, sessionId: 'session', language: null };
  });
  const all = await Promise.all(people);
  const places = all.map((_, n) => ({ _id: `oda-${n}`, room: `room-${n}` }));
  await store.write(places.map((doc) => ({ op: 'put', in: 'slugs', doc })));
  await stopAccountsFixtures();
  return all;
}

/** Lives that end by chance, one after the other, until the script is through. */
async function liveThrough(place: Place, folder: string, people: Caller[]): Promise<Outcome> {
  const random = seededRandom(SEED);
  const outcome: Outcome = { answers: new Map(), kills: 0 };
  for (let from = 0, life = 0; from < DEEDS; life += 1) {
    const diary = join(folder, `diary-${life}`);
    const dieAt = 1 + Math.floor(random() * LIFE_MAX);
    const told = JSON.stringify({ place: place.at, diary, seed: SEED, from, to: DEEDS, dieAt, people });
    const child = spawn(process.execPath, [CHILD, told], { env: {}, stdio: ['ignore', 'inherit', 'inherit'] });
    const [code, signal] = await once(child, 'exit');
    if (signal === 'SIGKILL') outcome.kills += 1;
    else if (code !== 0) throw new Error(`the process ended with ${code ?? signal}`);
    for (const text of (await readFile(diary, 'utf8')).trim().split('\n').filter(Boolean)) {
      const line = JSON.parse(text) as StarLine & { begun?: number; error?: string };
      if (line.error) throw new Error(line.error);
      if (line.begun) from = line.begun;
      else if (line.answer) outcome.answers.set(line.at, line.answer);
    }
  }
  return outcome;
}

async function checkStars(store: Store, people: Caller[], { answers }: Outcome): Promise<LedgerEntry[]> {
  const ledger: LedgerEntry[] = [];
  for (const { accountId } of people) {
    const range = { index: 'byAccount', prefix: [accountId], limit: 10_000 };
    const rows = await store.range<LedgerEntry>('ledger', range);
    const tally = await store.get<Tally>('tallies', accountId);
    expect(tally?.stars).toBe(rows.reduce((sum, { delta }) => sum + delta, 0));
    expect(tally?.stars).toBeGreaterThanOrEqual(0);
    ledger.push(...rows);
  }
  checkConserved(ledger);
  checkAcknowledged(new Map(ledger.map((row) => [row._id, row])), answers);
  return ledger;
}

/** What one spends on a chat the other one has, and every chat is paid once. */
function checkConserved(ledger: LedgerEntry[]): void {
  const chats = ledger.filter(({ reason }) => reason === 'dm_open');
  const sides = new Map<string, LedgerEntry[]>();
  for (const row of chats) {
    const chat = row._id.replace(/:(spent|earned)$/, '');
    sides.set(chat, [...(sides.get(chat) ?? []), row]);
  }
  for (const [chat, rows] of sides) {
    const deltas = rows.map(({ delta }) => delta);
    expect([chat, rows.length, deltas.reduce((sum, delta) => sum + delta, 0)]).toEqual([chat, 2, 0]);
  }
}

/** What was acknowledged is there, what was refused is not; what a kill left open is one or the other. */
function checkAcknowledged(rows: Map<string, LedgerEntry>, answers: Map<number, string>): void {
  for (const [at, answer] of answers) {
    const deed = deedOf(SEED, at);
    if (deed.op !== 'grant' || answer === 'unavailable') continue;
    expect([at, answer, rows.get(deed.entryId)?.delta ?? 0]).toEqual([at, answer, answer === 'ok' ? deed.delta : 0]);
  }
}

async function starsSurvive(placeIn: (folder: string) => Place): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'meydan-stars-'));
  try {
    const place = placeIn(folder);
    const before = await place.open();
    const people = await peopleIn(before);
    await before.close();
    const outcome = await liveThrough(place, folder, people);
    const store = await place.open();
    try {
      const reasons = (await checkStars(store, people, outcome)).map(({ reason }) => reason);
      expect(new Set(reasons)).toEqual(new Set(['gift', 'room_vanity_link', 'dm_open']));
      expect(outcome.kills).toBeGreaterThan(0);
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const promise = `${DEEDS} deeds with kills in between leave balances that are the sums of their ledgers`;

describe('stars and a process that dies (embedded)', () => {
  const inFolder = (folder: string) => {
    const dir = join(folder, 'data');
    return { at: dir, open: () => openEmbeddedStore({ dir }) };
  };
  it(promise, () => starsSurvive(inFolder), WITHIN_MS);
});

describeOnOwnMongod('stars and a process that dies', (mongod) => {
  /** The database would keep the documents of a transaction whose process died for a minute. */
  beforeAll(async () => {
    const client = await MongoClient.connect(mongod().uriOf('admin'));
    await client.db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds: 1 });
    await client.close();
  });
  const inDatabase = () => {
    const uri = mongod().freshUri();
    return { at: uri, open: () => openMongoStore({ uri }) };
  };
  it(promise, () => starsSurvive(inDatabase), WITHIN_MS);
});
