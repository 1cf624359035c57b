/** Nodes on one store that know nothing of each other: every decision of one may come too late. */
import { randomUUID } from 'node:crypto';
import type { OrganizationReplies } from '#actors/organization/commands.js';
import type { Answer } from '#actors/runtime/client.js';
import { createNode, type Node } from '#src/node.js';
import { migrate } from '#src/store/migrations/migrate.js';
import type { Store } from '#src/store/store.js';
import { TestClock } from '../../support/time/test-clock.js';

export interface Nodes extends AsyncDisposable {
  nodes: [Node, Node];
  clock: TestClock;
  errors: unknown[];
  /** An account, by its id. */
  account(): Promise<string>;
}

export async function openNodes(store: Store): Promise<Nodes> {
  await migrate(store);
  const clock = new TestClock();
  const errors: unknown[] = [];
  const open = (owner: string) =>
    createNode({ store, env: clock.env, owner, alone: false, brand: 'meydan', onError: (error) => errors.push(error) });
  const nodes: [Node, Node] = [open('one'), open('two')];
  return {
    nodes,
    clock,
    errors,
    async account() {
      const identity = { fingerprint: randomUUID(), developer: true, birthDate: null, gender: null };
      return (await nodes[0].accounts.enter(identity)).accountId;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map((node) => node.system.stop()));
    },
  };
}

type Founded = Promise<Answer<OrganizationReplies['create_organization']>>;

export function found({ organizations }: Node, by: string, slug: string | null, displayName = 'Kahve'): Founded {
  const fields = { displayName, purpose: 'Çay', positionId: null, typeId: null, teamSize: null, billing: null };
  return organizations.tryAsk(randomUUID(), { type: 'create_organization', by, kind: 'individual', fields, slug });
}

/** How often each outcome was met. */
export function tally(answers: Answer<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const outcome = answer.ok ? 'done' : answer.code;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}
