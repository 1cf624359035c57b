/** Examines everything that the service needs, as it is configured, beside the running service or without it. */
import { withTimeout } from '#src/concurrency/with-timeout.js';
import type { Config } from '#src/config/config-shape.js';
import { examineAddress } from './examine-address.js';
import { examineClocks } from './examine-clocks.js';
import { examineFolder } from './examine-folder.js';
import { examineIdentity } from './examine-identity.js';
import { examineLimits, hasOwnLimits } from './examine-limits.js';
import { examineMail } from './examine-mail.js';
import { examineNodeLink } from './examine-node-link.js';
import { examineObjects } from './examine-objects.js';
import { examinePush } from './examine-push.js';
import { examineRedis } from './examine-redis.js';
import { examineTraces } from './examine-traces.js';
import { type Check, type Examination, type Finding, problem, reasonOf } from './finding.js';

/** Longer than any deadline inside a check. */
const CHECK_TIMEOUT_MS = 30_000;

export interface PartReport {
  part: string;
  findings: Finding[];
}

export async function examine(config: Config): Promise<PartReport[]> {
  const checks = checksOf(config);
  const examinations = await Promise.all(checks.map(outcomeOf));
  const reports = checks.map(({ part }, at) => ({ part, findings: examinations[at]?.findings ?? [] }));
  const clocks = examinations.flatMap(({ clock }) => clock ?? []);
  return [...reports, { part: 'clocks', findings: examineClocks(clocks) }];
}

function checksOf(config: Config): Check[] {
  const { store, cluster, http, mail, push, tracing } = config;
  const { mongodbUri } = store;
  return [
    mongodbUri === null
      ? { part: 'store', run: () => examineFolder(store.dataDir) }
      : { part: 'MongoDB', run: async () => (await import('./examine-mongodb.js')).examineMongodb(mongodbUri) },
    ...(cluster ? [{ part: 'Redis', run: () => examineRedis(cluster) }] : []),
    ...(cluster ? [{ part: 'direct links', run: () => examineNodeLink(cluster) }] : []),
    { part: 'files', run: () => examineObjects(config) },
    { part: 'login', run: () => examineIdentity(config) },
    { part: 'mail', run: () => examineMail(mail) },
    { part: 'push', run: () => examinePush(push) },
    ...(tracing ? [{ part: 'traces', run: () => examineTraces(tracing) }] : []),
    ...(hasOwnLimits(config) ? [{ part: 'limits', run: async () => examineLimits(config) }] : []),
    { part: 'address', run: () => examineAddress(http.publicUrl) },
  ];
}

const outcomeOf = ({ run }: Check): Promise<Examination> =>
  withTimeout(CHECK_TIMEOUT_MS, run(), tooLate).catch((error: unknown) => ({ findings: [problem(reasonOf(error))] }));

const tooLate = (ms: number): Error => new Error(`no answer within ${ms / 1_000} s`);
