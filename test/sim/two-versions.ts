/**
 * Two versions of the service at once, as in a rolling restart: every other process writes fields that the others do
 * not know, into what is stored and into what nodes send to each other, and takes them out again when it reads.
 */
import type { NodeTransport } from '#src/cluster/node-transport.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Store, Write } from '#src/store/store.js';
import type { RoomLog } from './checks/room-log.js';
import type { InjectionSite } from './injection-points.js';
import { changedStore } from './planted/changed-store.js';
import type { World } from './world.js';

/** What only the later version knows. */
export const LATER_FIELD = 'ofLaterVersion';
const VALUE = { since: 2 };

type AnyDoc = Doc & Record<string, unknown>;

/** Which documents have the field: the codecs of the log, of the checkpoint, and of what a room's log is projected to. */
const versioned = new Set<CollectionName>(['log', 'rooms', 'members', 'readers']);

export const isLater = ({ name, number, world }: Pick<InjectionSite, 'name' | 'number' | 'world'>): boolean =>
  world.plan.hasTwoVersions === true && (number + name.charCodeAt(0)) % 2 === 0;

/** The store as a process of the later version uses it. */
export function laterStore(store: Store, world: World): Store {
  const withField = <T extends AnyDoc>(doc: T): T => {
    // Entries carry the id of their commit.
    if (typeof doc.commit === 'string') world.laterCommits.add(doc.commit);
    return { ...doc, [LATER_FIELD]: VALUE };
  };
  const changedWrite = (write: Write): Write =>
    write.op === 'put' && versioned.has(write.in) ? { ...write, doc: withField(write.doc) } : write;
  return changedStore(store, (real) => ({
    append: (entries) => real.append(entries.map(withField)),
    write: (writes, how) => real.write(writes.map(changedWrite), how),
    transaction: (writes) => real.transaction(writes.map(changedWrite)),
    get: async <T extends Doc>(from: CollectionName, id: string) => withoutField(await real.get<T>(from, id)),
    getMany: async <T extends Doc>(from: CollectionName, ids: string[]) =>
      (await real.getMany<T>(from, ids)).map(withoutField),
    range: async <T extends Doc>(...args: Parameters<Store['range']>) =>
      (await real.range<T>(...args)).map((doc) => withoutField(doc) as T),
  }));
}

/** What nodes send has more in it, at the top and in the command, item or answer that is sent. */
export function laterTransport(transport: NodeTransport): NodeTransport {
  const changed: Partial<NodeTransport> = {
    request: (to, body, timeoutMs) => transport.request(to, extended(body), timeoutMs),
    send: (to, body) => transport.send(to, extended(body)),
    broadcast: (body) => transport.broadcast(extended(body)),
    onRequest: (handler) => transport.onRequest(async (from, body) => extended(await handler(from, body))),
  };
  return new Proxy(transport, {
    get(target, name) {
      const found = (changed as Record<PropertyKey, unknown>)[name] ?? Reflect.get(target, name, target);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
}

/** What a later version has written into the log stays there, whatever earlier versions write beside it. */
export function laterFields(world: World, logs: ReadonlyMap<string, RoomLog>): string[] {
  const found: string[] = [];
  for (const { entries, room } of logs.values()) {
    for (const entry of entries) {
      if (!world.laterCommits.has(entry.commit) || LATER_FIELD in entry) continue;
      found.push(`version: entry ${entry.seq} of ${room} has lost what a later version wrote`);
    }
  }
  return found;
}

function withoutField<T extends Doc | null>(doc: T): T {
  if (doc === null || !(LATER_FIELD in doc)) return doc;
  const { [LATER_FIELD]: _, ...known } = doc as unknown as AnyDoc;
  return known as unknown as T;
}

function extended(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const outer: Record<string, unknown> = { ...body, [LATER_FIELD]: VALUE };
  for (const part of ['command', 'item']) {
    const inner = outer[part];
    if (typeof inner === 'object' && inner !== null) outer[part] = { ...inner, [LATER_FIELD]: VALUE };
  }
  return outer;
}
