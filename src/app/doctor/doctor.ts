/** Examines everything that the service needs, as it is configured, beside the running service or without it. */
import type { Config } from '#src/config/config-shape.js';
import { examineAddress } from './examine-address.js';
import { examineClocks } from './examine-clocks.js';
import { examineFolder } from './examine-folder.js';
import { examineIdentity } from './examine-identity.js';
import { examineMail } from './examine-mail.js';
import { examineObjects } from './examine-objects.js';
import { examinePush } from './examine-push.js';
import { examineRedis } from './examine-redis.js';
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
  const { store, cluster, http, mail, push } = config;
  const { mongodbUri } = store;
  return [
    mongodbUri === null
      ? { part: 'store', run: () => examineFolder(store.dataDir) }
      : { part: 'MongoDB', run: async () => (await import('./examine-mongodb.js')).examineMongodb(mongodbUri) },
    ...(cluster ? [{ part: 'Redis', run: () => examineRedis(cluster) }] : []),
    { part: 'files', run: () => examineObjects(config) },
    { part: 'login', run: () => examineIdentity(config) },
    { part: 'mail', run: () => examineMail(mail) },
    { part: 'push', run: () => examinePush(push) },
    { part: 'address', run: () => examineAddress(http.publicUrl) },
  ];
}

async function outcomeOf({ run }: Check): Promise<Examination> {
  const { promise: tooLate, resolve } = deadline();
  const timer = setTimeout(resolve, CHECK_TIMEOUT_MS);
  const examined = run().catch((error: unknown) => ({ findings: [problem(reasonOf(error))] }));
  const outcome = await Promise.race([examined, tooLate]);
  clearTimeout(timer);
  return outcome;
}

function deadline(): { promise: Promise<Examination>; resolve: () => void } {
  const findings = [problem(`no answer within ${CHECK_TIMEOUT_MS / 1_000} s`)];
  let resolve = (): void => undefined;
  const promise = new Promise<Examination>((settle) => {
    resolve = () => settle({ findings });
  });
  return { promise, resolve };
}
