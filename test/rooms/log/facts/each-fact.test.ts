/**
 * For each kind of fact what is told to whom, what is written and what memory holds afterwards, compared with
 * facts.json beside it. WRITE_FACTS=true writes that file anew: read its difference before you keep it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { applyEntry, touchedBy } from '#actors/room/log/apply.js';
import { type EntryDoc, unpackEntry } from '#actors/room/model/codec.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { known } from './known.js';
import { changesBetween, memoryOf } from './memory.js';
import { laterSteps } from './scene.js';
import { type Case, direct, others, people, rows } from './table.js';

const FILE = new URL('facts.json', import.meta.url).pathname;
const isWriting = process.env.WRITE_FACTS === 'true';
const cases: Record<string, Case> = { ...people, ...rows, ...others, ...direct, ...known };
const expected = isWriting ? {} : JSON.parse(readFileSync(FILE, 'utf8'));

/** As JSON, without the numbers that differ from run to run. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (key, inner) => (key === 'commit' && typeof inner === 'string' ? 'commit' : inner)));

function outcomeOf({ scene: open, step }: Case): { outcome: unknown; entry: LogEntry } {
  const scene = open();
  const before = memoryOf(scene.state);
  const turned = scene.commit(step);
  const remembered = changesBetween(before, memoryOf(scene.state));
  const entry = scene.state.recent.at(-1) as LogEntry;
  return { outcome: plain({ ...turned, remembered, touched: touchedBy(entry) }), entry };
}

describe('each fact', () => {
  afterAll(() => {
    if (isWriting) writeFileSync(FILE, `${JSON.stringify(expected, null, 1)}\n`);
  });

  it.each(Object.entries(cases))('%s: is told, written and remembered', (name, each) => {
    const { outcome } = outcomeOf(each);
    if (isWriting) expected[name] = outcome;
    expect(outcome).toEqual(expected[name]);
  });

  it('is in the table, and nothing else is', () => {
    expect(Object.keys(expected)).toEqual(Object.keys(cases));
  });

  it.each(Object.entries(cases))('%s: changes nothing when memory has it already', (_, { scene: open, step }) => {
    const scene = open();
    scene.commit(step);
    const after = memoryOf(scene.state);
    const entry = scene.state.recent.at(-1) as LogEntry;
    applyEntry(scene.state, { ...entry, row: null });
    expect(changesBetween(after, memoryOf(scene.state))).toEqual({});
  });

  // A room's first entry is replayed on nothing, or not at all.
  const isFirst = ({ step }: Case) => step.facts?.[0]?.type === 'room_created';
  const laterOnes = Object.entries(cases).filter(([, each]) => !isFirst(each));
  it.each(laterOnes)('%s: changes nothing of what came after it', (_, { scene: open, step }) => {
    const scene = open();
    scene.commit(step);
    const entry = scene.state.recent.at(-1) as LogEntry;
    for (const later of scene.state.head?.deleted ? [] : laterSteps(scene)) scene.commit(later);
    const after = memoryOf(scene.state);
    applyEntry(scene.state, { ...entry, row: null });
    expect(changesBetween(after, memoryOf(scene.state))).toEqual({});
  });

  it.each(Object.entries(cases))('%s: comes out the same where documents are ahead of the head', (_, each) => {
    const live = each.scene();
    live.commit(each.step);
    const replayed = each.scene();
    for (const kept of ['members', 'readStates', 'bans', 'requests', 'invites', 'reactions', 'votes'] as const)
      for (const [key, document] of live.state[kept]) (replayed.state[kept] as Map<string, unknown>).set(key, document);
    applyEntry(replayed.state, live.state.recent.at(-1) as LogEntry);
    const isOwnOfMemory = ([path]: [string, unknown]) => !/^(dirty|push|views)/.test(path);
    const differences = Object.entries(changesBetween(memoryOf(live.state), memoryOf(replayed.state)));
    expect(differences.filter(isOwnOfMemory)).toEqual([]);
  });

  it.each(Object.entries(cases))('%s: is read from the store as it was committed', (_, { scene: open, step }) => {
    const scene = open();
    const turned = scene.commit(step);
    const { unit } = turned as { unit: { entry?: EntryDoc } };
    if (!unit.entry) return;
    expect(plain(unpackEntry(unit.entry))).toEqual(plain(scene.state.recent.at(-1)));
  });
});
