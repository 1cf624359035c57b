/**
 * A build of this version as a later release could be: it knows one more fact, under the next format, declares one more index and
 * one less. The changes are made in the built files, so that nothing is built again.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';
import { FORMAT } from '#src/domain/format.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

export const NEXT_FORMAT = FORMAT + 1;
/** Of the earlier version (previous-build). */
export const EARLIER_FORMAT = 1;
export const NEXT_FACT = 'member_quarantined';
/** Of `vanity`: the first one is not declared any more, and the second one is new. */
export const [OLD_INDEX, NEW_INDEX] = ['byBuyer', 'byLaterBuyer'] as const;

/** A tag that begins with it is given together with the new fact. */
export const LATER_TAG = 'karantina';

const changes: [module: string, from: RegExp, to: string][] = [
  ['src/domain/format.js', new RegExp(`\\bFORMAT = ${FORMAT};`), `FORMAT = ${NEXT_FORMAT};`],
  ['src/domain/log/format-table.js', /\brows_expired: 1,/, `rows_expired: 1, ${NEXT_FACT}: ${NEXT_FORMAT},`],
  [
    'src/store/collections.js',
    new RegExp(`\\b${OLD_INDEX}: \\{ fields: \\['by'\\]`),
    `${NEW_INDEX}: { fields: ['by', 'room']`,
  ],
  [
    'actors/room/members/moderation.js',
    /facts: \[\{ type: 'member_tagged', account, tag \}\],/,
    `facts: [{ type: 'member_tagged', account, tag }, ...(tag?.startsWith('${LATER_TAG}') ? [{ type: '${NEXT_FACT}', account }] : [])],`,
  ],
];

export interface NextBuild extends Disposable {
  /** The folder that has its `dist/`. */
  readonly folder: string;
}

export function nextBuild(): NextBuild {
  const folder = join(mkdtempSync(join(tmpdir(), 'meydan-next-')), 'build');
  // A program finds the build by the place of its own file, which a link would leave here.
  for (const name of ['dist', 'scripts']) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of readdirSync(ROOT)) {
    if (name !== 'dist' && name !== 'scripts' && !name.startsWith('.'))
      symlinkSync(join(ROOT, name), join(folder, name));
  }
  for (const [module, from, to] of changes) {
    const file = join(folder, 'dist', module);
    const text = readFileSync(file, 'utf8');
    if (!from.test(text)) throw new Error(`The module ${module} of the build has no ${from}.`);
    writeFileSync(file, text.replace(from, to));
  }
  // In place of the bundle, which has the modules in it as they were.
  const { code } = transformFileSync(join(ROOT, 'src/main.ts'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  });
  writeFileSync(join(folder, 'dist/src/main.js'), code);
  return { folder, [Symbol.dispose]: () => rmSync(join(folder, '..'), { recursive: true, force: true }) };
}
