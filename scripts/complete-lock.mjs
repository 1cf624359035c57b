/**
 * Completes package-lock.json. A registry that lacks a package for some other platform makes `npm install` leave it
 * out of the lock without a word, and `npm ci` then refuses the lock. Each optional package that is named and not
 * listed is added here with the platform its name tells. `--check` changes nothing and fails when one is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const file = 'package-lock.json';
const isCheck = process.argv.includes('--check');
const lock = JSON.parse(readFileSync(file, 'utf8'));

const platforms = {
  os: [
    [/(^|[-/])(darwin|macos)/, 'darwin'],
    [/win32|windows/, 'win32'],
    [/android/, 'android'],
    [/freebsd/, 'freebsd'],
    [/openharmony/, 'openharmony'],
    [/aix/, 'aix'],
    [/sunos/, 'sunos'],
    [/linux/, 'linux'],
  ],
  cpu: [
    [/arm64/, 'arm64'],
    [/x64|x86_64/, 'x64'],
    [/ia32/, 'ia32'],
    [/riscv64/, 'riscv64'],
    [/ppc64/, 'ppc64'],
    [/s390x/, 's390x'],
    [/loong64/, 'loong64'],
    [/arm/, 'arm'],
    [/wasm32/, 'wasm32'],
  ],
};

const added = missingPackages().map(([name, version, isDev]) => {
  lock.packages[`node_modules/${name}`] = { version, ...(isDev && { dev: true }), optional: true, ...platformOf(name) };
  return `${name}@${version}`;
});

if (added.length > 0 && isCheck) {
  console.error(`${file} lacks ${added.join(', ')}. Run: npm run lock`);
  process.exitCode = 1;
} else if (added.length > 0) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${file}: added ${added.join(', ')}`);
}

function missingPackages() {
  return Object.entries(lock.packages).flatMap(([at, { optionalDependencies = {}, dev }]) =>
    Object.entries(optionalDependencies)
      .filter(([name, range]) => /^\d/.test(range) && !isListed(at, name))
      .map(([name, version]) => [name, version, dev]),
  );
}

/** As Node would look for it: beside the package itself, then in every folder above. */
function isListed(at, name) {
  for (let folder = at; ; ) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (!folder) return false;
    const up = folder.lastIndexOf('node_modules/');
    folder = up > 0 ? folder.slice(0, up - 1) : '';
  }
}

function platformOf(name) {
  const found = Object.entries(platforms).map(([kind, rules]) => [kind, rules.find(([rule]) => rule.test(name))]);
  return Object.fromEntries(found.filter(([, rule]) => rule).map(([kind, rule]) => [kind, [rule[1]]]));
}
