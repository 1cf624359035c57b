/**
 * npm run doctor [-- --json] [-- --bundle <file>]: says in a sentence for each part whether it is well, and what to do
 * otherwise. Exits with 1 if there is a problem. It changes nothing that stays.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadConfig } from '#src/config/config.js';
import { ConfigError } from '#src/config/config-error.js';
import { withEnvFile } from '#src/config/env-file.js';
import { explainFailure } from '../explain-failure.js';
import { examine, type PartReport } from './doctor.js';
import { supportBundle } from './support-bundle.js';

const OPTIONS = { json: { type: 'boolean', default: false }, bundle: { type: 'string' } } as const;
const MARKS = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' };

const print = (line: string) => process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const values = options();
  const env = withEnvFile('.env', process.env);
  const config = loadConfig(env);
  const reports = await examine(config);
  if (values.json) print(JSON.stringify(reports, null, 2));
  else printReports(reports);
  const runs = `Node ${process.version} on ${process.platform} ${process.arch}`;
  if (values.bundle !== undefined) writeBundle(values.bundle, supportBundle(config, { env, runs }, reports));
  return countOf(reports, 'problem') === 0 ? 0 : 1;
}

function options() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    throw new ConfigError([(error as Error).message, 'npm run doctor [-- --json] [-- --bundle <file>]']);
  }
}

function writeBundle(file: string, bundle: object): void {
  try {
    writeFileSync(file, JSON.stringify(bundle, null, 2), { mode: 0o600 });
  } catch (error) {
    throw new ConfigError([`--bundle ${file} cannot be written: ${(error as Error).message}`]);
  }
}

function printReports(reports: PartReport[]): void {
  for (const { part, findings } of reports) {
    for (const { level, message } of findings) print(`${MARKS[level]}  ${part.padEnd(8)} ${message}`);
  }
  print(`${countOf(reports, 'problem')} problems, ${countOf(reports, 'warning')} warnings`);
}

const countOf = (reports: PartReport[], level: string): number =>
  reports.flatMap(({ findings }) => findings).filter((finding) => finding.level === level).length;

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  },
);
