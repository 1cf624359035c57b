/** Tags of members for which the later version writes a fact that earlier ones do not know (next-build). */
import type { EntryDoc } from '#actors/room/model/codec.js';
import { createRoom, developer, type Person, RestError, rest } from '../../support/clients/rest.js';
import type { ClusterProcesses } from '../../support/processes/cluster-processes.js';
import { LATER_TAG, NEXT_FACT } from '../../support/processes/next-build.js';
import { poll } from '../../support/time/poll.js';
import { inDatabase } from './planted-fact.js';

/** Each node owns some of them, unless it has given all of its slots away. */
const ROOMS = 8;
const WITHIN_MS = 60_000;

export class LaterTags {
  readonly #cluster: ClusterProcesses;
  readonly #founder: Person;
  readonly #slugs: readonly string[];
  #tags = 0;

  private constructor(cluster: ClusterProcesses, founder: Person, slugs: readonly string[]) {
    this.#cluster = cluster;
    this.#founder = founder;
    this.#slugs = slugs;
  }

  static async begin(cluster: ClusterProcesses): Promise<LaterTags> {
    const { url } = (cluster.nodes[0] as ClusterProcesses['nodes'][number]).server;
    const founder = await developer(url, 'etiketci');
    const slugs = Array.from({ length: ROOMS }, (_, at) => `etiket-${at}`);
    for (const slug of slugs) await createRoom(url, founder, slug);
    return new LaterTags(cluster, founder, slugs);
  }

  /** A new tag in each room, through each node in turn: what was answered. */
  async give(): Promise<Set<string>> {
    const { token, accountId } = this.#founder;
    const { nodes } = this.#cluster;
    const answers = new Set<string>();
    for (const [at, slug] of this.#slugs.entries()) {
      const { url } = (nodes[at % nodes.length] as ClusterProcesses['nodes'][number]).server;
      this.#tags += 1;
      const body = { tag: `${LATER_TAG} ${this.#tags}` };
      const asked = rest(url, `/rooms/${slug}/members/${accountId}/tag`, { method: 'PUT', token, body });
      answers.add(
        await asked.then(
          () => 'given',
          (cause) => (cause instanceof RestError ? cause.code : 'not connected'),
        ),
      );
    }
    return answers;
  }

  /** Each room takes the fact, soon after the last earlier node has gone. */
  async areTaken(): Promise<void> {
    const isTaken = async () => [...(await this.give())].join() === 'given';
    await poll(isTaken, { until: 'each room takes the new fact', withinMs: WITHIN_MS, everyMs: 200 });
  }

  /** Facts of the later version in the logs of these rooms. */
  async written(): Promise<number> {
    const { databaseUri } = this.#cluster;
    return inDatabase(databaseUri, async (db) => {
      const slugs = db.collection<{ _id: string; room: string }>('slugs').find({ _id: { $in: [...this.#slugs] } });
      const rooms = (await slugs.toArray()).map(({ room }) => room);
      return db.collection<EntryDoc>('log').countDocuments({ room: { $in: rooms }, 'facts.type': NEXT_FACT as never });
    });
  }
}
