/** A room in which a node of a later version has written a fact that earlier ones do not know. */
import { type Db, MongoClient } from 'mongodb';
import type { EntryDoc } from '#actors/room/model/codec.js';
import { logId } from '#src/store/collections.js';
import { createRoom, developer, type Person, RestError, rest } from '../../support/clients/rest.js';
import type { ClusterProcesses } from '../../support/processes/cluster-processes.js';
import { NEXT_FACT, NEXT_FORMAT } from '../../support/processes/next-build.js';
import { poll } from '../../support/time/poll.js';

const SLUG = 'yarin';
const WITHIN_MS = 60_000;
const ON_BOTH = 3;

export class PlantedFact {
  readonly #cluster: ClusterProcesses;
  readonly #founder: Person;

  private constructor(cluster: ClusterProcesses, founder: Person) {
    this.#cluster = cluster;
    this.#founder = founder;
  }

  /** The room, as every version knows it. */
  static async begin(cluster: ClusterProcesses): Promise<PlantedFact> {
    const { url } = (cluster.nodes[0] as ClusterProcesses['nodes'][number]).server;
    const founder = await developer(url, 'yarinki');
    await createRoom(url, founder, SLUG);
    const body = { body: 'selam', client_id: crypto.randomUUID() };
    await rest(url, `/rooms/${SLUG}/messages`, { method: 'POST', token: founder.token, body });
    return new PlantedFact(cluster, founder);
  }

  /**
   * Beside the owner of the room, which loses its place in the log by it, as to a node that has taken over. By itself a node
   * writes it only when no earlier one lives (later-tags.ts): this one is of a node that learned too late of an earlier one.
   */
  async plant(): Promise<void> {
    await inDatabase(this.#cluster.databaseUri, async (db) => {
      const slug = await db.collection<{ _id: string; room: string }>('slugs').findOne({ _id: SLUG });
      const room = slug?.room as string;
      const log = db.collection<EntryDoc>('log');
      const [last] = await log.find({ room }).sort({ _id: -1 }).limit(1).toArray();
      if (!last) throw new Error('the room has no log');
      const { seq, at, head, owner } = last;
      const next = seq + 1;
      const facts = [{ type: NEXT_FACT, account: this.#founder.accountId }] as never[];
      const keys = { _id: logId(room, next), room, seq: next, rev: next, commit: 'later.1', owner, at };
      await log.insertOne({ ...keys, head: headAfter(head, seq), facts, format: NEXT_FORMAT });
    });
  }

  /** Some node takes a message into the room. */
  async isUsed(): Promise<void> {
    const isTaken = async () => (await this.answers()).includes('taken');
    await poll(isTaken, { until: 'the room with the planted fact takes a message', withinMs: WITHIN_MS, everyMs: 200 });
  }

  /** What each node says to a message into the room. */
  async answers(): Promise<string[]> {
    const { token } = this.#founder;
    const answers: string[] = [];
    for (const { server } of this.#cluster.nodes) {
      const body = { body: 'selam', client_id: crypto.randomUUID() };
      const asked = rest(server.url, `/rooms/${SLUG}/messages`, { method: 'POST', token, body });
      answers.push(
        await asked.then(
          () => 'taken',
          (cause) => (cause instanceof RestError ? cause.code : 'not connected'),
        ),
      );
    }
    return answers;
  }

  async indexesOf(collection: string): Promise<string[]> {
    const { databaseUri } = this.#cluster;
    const indexes = await inDatabase(databaseUri, (db) => db.collection(collection).indexes());
    return indexes.map(({ name }) => name as string);
  }
}

export async function inDatabase<T>(uri: string, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await new MongoClient(uri).connect();
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

/** An entry without a row, which is told to everybody, as facts are. */
function headAfter(
  [all, admins, mentionsAll, members, lastSeq, lastAt, , , on]: EntryDoc['head'],
  seq: number,
): EntryDoc['head'] {
  if (on !== ON_BOTH) throw new Error('the entry before the planted one is on both channels');
  return [all, admins, mentionsAll, members, lastSeq, lastAt, seq, seq, ON_BOTH];
}
