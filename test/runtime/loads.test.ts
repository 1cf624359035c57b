/**
 * The document whose version guards the others is read before them: read beside them, it may be newer than they are, and
 * a decision on an old document passes under the new version.
 */
import { createOrganizationKind } from '#actors/organization/organization-actor.js';
import type { ActorIo } from '#actors/runtime/kind.js';
import { createUserKind } from '#actors/user/user-actor.js';
import { createAddressKind } from '#actors/v1/address-actor.js';
import type { Doc, Reader } from '#src/store/store.js';

type Load = (id: string, io: ActorIo) => Promise<unknown>;

/** What a load has read to the end, whenever it begins to read more. */
async function readBefore(load: Load): Promise<Map<string, string[]>> {
  const ended: string[] = [];
  const before = new Map<string, string[]>();
  async function read<T>(from: string, answer: T): Promise<T> {
    before.set(from, [...ended]);
    await Promise.resolve();
    ended.push(from);
    return answer;
  }
  const reader: Partial<Reader> = {
    get: <T extends Doc>(from: string) => read<T | null>(from, null),
    range: <T extends Doc>(from: string) => read<T[]>(from, []),
    // As the engines do it (test/store/contract/guarded-documents.ts).
    getGuarding: async (from, _, ranges) => {
      const doc = await read(from, null);
      return { doc, guarded: await Promise.all(ranges.map(({ in: into }) => read<Doc[]>(into, []))) };
    },
  };
  await load('anybody', { reader } as ActorIo);
  return before;
}

describe('a load reads first', () => {
  it.each([
    ['the account of a person', createUserKind({ brand: 'meydan', sessionMaxAgeMs: 1 }).load, 'accounts'],
    ['the account of an address', createAddressKind().load, 'v1Accounts'],
    ['the organization', createOrganizationKind({ brand: 'meydan' }).load, 'organizations'],
  ])('%s', async (_, load: Load, guarded) => {
    const { [guarded]: first, ...others } = Object.fromEntries(await readBefore(load));
    expect(first).toEqual([]);
    expect(Object.keys(others)).not.toEqual([]);
    for (const before of Object.values(others)) expect(before).toContain(guarded);
  });
});
