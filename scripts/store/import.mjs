/**
 * npm run import -- <slack|mattermost|telegram|discord> <file or folder> --founder <@username>: turns an export into
 * rooms. Stop a service without REDIS_URL first; beside a cluster the command may run. After an interruption run the
 * same command again. The options stand in docs/guides/import.md.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { argumentsOf, fail } from '../setup.mjs';
import { built, config, runCommand, sum } from './commands.mjs';

const USAGE = `npm run import -- <slack|mattermost|telegram|discord> <file or folder> --founder <@username or account id>
  --accounts <file>  people of the export and their accounts: {"<id or e-mail>": "<account id or @username>"}
  --room <name>      only this room; may be repeated
  --open             the rooms are open to everybody; by default they are closed
  --label <word>     imports the same export once more, into other rooms
  --report <file>    writes everything that was left out, as JSON
  --dry-run          reads the export, prints its rooms and people, and writes nothing`;
const LINES_MAX = 50;

const options = {
  founder: { type: 'string' },
  accounts: { type: 'string' },
  room: { type: 'string', multiple: true },
  open: { type: 'boolean', default: false },
  label: { type: 'string', default: '' },
  report: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

const { values, positionals } = argumentsOf({ options, allowPositionals: true }, USAGE);
const [kind, path] = positionals;
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (!kind || !path || positionals.length > 2) fail(USAGE);
if (!values['dry-run'] && !values.founder) fail(`Whose are the rooms? --founder <@username or account id>\n${USAGE}`);

const { importExport, summarizeExport } = await built('src/app/import-export');

const table = (rows) => {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const line = (row) =>
    row
      .map((cell, column) => String(cell).padEnd(widths[column]))
      .join('  ')
      .trimEnd();
  console.log(rows.map(line).join('\n'));
};

function printLeftOut({ counts, leftOut }) {
  for (const [why, count] of counts) console.log(`${count} ${why} were left out`);
  for (const { place, what, why } of leftOut.slice(0, LINES_MAX)) console.log(`  ${place}: ${what} (${why})`);
  if (leftOut.length > LINES_MAX) console.log('  … more: --report <file> writes all of them');
  if (values.report)
    writeFileSync(values.report, JSON.stringify({ counts: Object.fromEntries(counts), leftOut }, null, 2));
}

async function summarize() {
  const { rooms, people, report } = await summarizeExport({ kind, path, only: values.room });
  table([['room', 'messages'], ...rooms.map(({ name, messages }) => [name, messages])]);
  table([['person', 'name', 'e-mail'], ...people.map(({ id, name, email }) => [id, name, email ?? ''])]);
  printLeftOut(report);
}

function accountsOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail(`--accounts ${file}: ${error.message}`);
  }
}

/** A mistyped address would become a store of its own, with nobody in it. */
async function refuseEmptyStore(openSchema) {
  const store = await openSchema(config);
  try {
    if ((await store.count('accounts', { index: '_id', limit: 1 })) > 0) return;
  } finally {
    await store.close();
  }
  throw new Error('This store has no accounts. Is it the store of the service? See DATA_DIR and MONGODB_URI.');
}

async function importRooms() {
  const [{ holdStore, openSchema }, { openObjectStore }, { systemEnv }] = await Promise.all(
    ['src/open-store', 'src/adapters/object-store/open-object-store', 'actors/runtime/system-env'].map(built),
  );
  const accounts = values.accounts ? accountsOf(values.accounts) : {};
  await refuseEmptyStore(openSchema);
  const held = await holdStore(config, randomUUID(), {
    onLost: (why) => fail(`The store belongs to another process now: ${why}`),
    onWaiting: (holder) => console.error(`The store is held by ${holder}; waiting for the end of its lease …`),
  });
  const { objects } = await openObjectStore(config, Date.now);
  try {
    const place = { store: held.store, objects, env: systemEnv, documentTtlS: config.documentTtlS };
    const report = await importExport(place, {
      kind,
      path,
      founder: values.founder,
      accounts,
      visibility: values.open ? 'open' : 'closed',
      label: values.label,
      only: values.room,
      onProgress: (room, rows) => console.error(`${room}: ${rows} rows so far`),
    });
    printResult(report);
  } finally {
    await objects.close();
    await held.release();
  }
}

function printResult(report) {
  const { rooms } = report;
  const cells = rooms.map((room) => [room.slug, room.rows, room.earlierRows, room.files, room.members, room.problems]);
  table([['room', 'rows', 'stored before', 'files', 'members', 'problems'], ...cells]);
  printLeftOut(report);
  const problems = sum(rooms.map((room) => room.problems));
  console.log(`${rooms.length} rooms, ${sum(rooms.map(({ rows }) => rows))} rows, ${problems} problems`);
  if (problems > 0) process.exitCode = 1;
}

await runCommand(values['dry-run'] ? summarize : importRooms);
