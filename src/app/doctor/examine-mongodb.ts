import type { Db } from 'mongodb';
import { connect, DEADLINES } from '#src/store/mongo/connection.js';
import { openMongoSchema } from '#src/store/mongo/mongo-store.js';
import { nameOf } from '#src/store/schema/contract-schema.js';
import { type Examination, type Finding, ok, problem, readingOf, reasonOf, warning } from './finding.js';

export async function examineMongodb(uri: string): Promise<Examination> {
  const { client, db } = await connect(uri, DEADLINES);
  try {
    const from = Date.now();
    const { localTime } = await db.admin().command({ hello: 1 });
    const clock = readingOf('MongoDB', localTime.getTime(), { from, to: Date.now() });
    const { version } = await db.admin().command({ buildInfo: 1 });
    const answered = ok(`version ${version} answers in ${clock.uncertainMs * 2} ms`);
    return { findings: [answered, await members(db), await majority(db), ...(await schema(uri))], clock };
  } finally {
    await client.close();
  }
}

/** A user of a managed service may not be allowed to ask. */
async function members(db: Db): Promise<Finding> {
  try {
    const status = await db.admin().command({ replSetGetStatus: 1 });
    const down = status.members.filter(({ health }: { health: number }) => health !== 1);
    const names = down.map(({ name }: { name: string }) => name).join(', ');
    if (down.length > 0) return problem(`members of the replica set do not answer: ${names}`);
    if (status.members.length < 3) {
      return warning(
        `the replica set has ${status.members.length} member(s): nobody takes over when it fails. Use three.`,
      );
    }
    return ok(`${status.members.length} members of the replica set are well`);
  } catch (error) {
    return warning(`the members of the replica set are not shown to this user: ${reasonOf(error)}`);
  }
}

/** The service writes this way, and says nothing before it is durable. */
async function majority(db: Db): Promise<Finding> {
  const from = performance.now();
  const writeConcern = { w: 'majority' as const, journal: true, wtimeoutMS: DEADLINES.operationMs };
  const probes = db.collection<{ _id: string }>('doctor');
  await probes.insertOne({ _id: `probe ${process.pid} ${Date.now()}` }, { writeConcern });
  const took = Math.round(performance.now() - from);
  await probes.drop();
  const said = `a write is durable on a majority after ${took} ms`;
  return took < 100 ? ok(said) : warning(`${said}: each message waits that long. Look at the disks and the network.`);
}

async function schema(uri: string): Promise<Finding[]> {
  const store = await openMongoSchema({ uri });
  try {
    const differences = await store.indexDifferences();
    return differences.map((difference) => {
      const name = nameOf(difference);
      if (difference.kind === 'changed') return problem(`index ${name} differs from this version: a start is refused`);
      if (difference.kind === 'missing') return warning(`index ${name} is missing: the next start builds it`);
      return warning(`index ${name} is not declared by this version (npm run schema)`);
    });
  } finally {
    await store.close();
  }
}
