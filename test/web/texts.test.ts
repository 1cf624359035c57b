import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { errors } from '#src/errors.js';
import { en } from '#web/app/text/en.js';

const pages = fileURLToPath(new URL('../../web/', import.meta.url));

/** Files that hold the texts of one language: `en.ts`, or `<area>-en.ts`. */
const filesIn = (language: string): string[] =>
  readdirSync(pages, { recursive: true, encoding: 'utf8' })
    .filter((file) => new RegExp(`^(?!console/src/live/)(.*/)?([a-z]+-)*${language}\\.ts$`).test(file))
    .sort();

const otherOf = (file: string): string => file.replace(/en\.ts$/, 'tr.ts');

/** The table is the one object that the file exports. */
async function tableIn(file: string): Promise<object> {
  const exported = Object.values((await import(pathToFileURL(`${pages}${file}`).href)) as object);
  const tables = exported.filter((value) => typeof value === 'object');
  if (tables.length !== 1) throw new Error(`${file} exports ${tables.length} tables`);
  return tables[0] as object;
}

/** The same word in both languages; anything else that is alike was not translated. */
const alike = new Set([
  'bot',
  'Premium',
  'Video',
  'Panel',
  'Emoji',
  'Android',
  'iPhone',
  'iOS',
  'Enter',
  'Esc',
  'Alt',
  'Ctrl',
]);

type Sentence = (...args: unknown[]) => unknown;
const samples: unknown[][] = [
  [41, 52, 63],
  ['~a~', '~b~', '~c~'],
  [['~a~'], ['~b~'], ['~c~']],
];

/** Which of its arguments a sentence repeats, for every kind of arguments that it takes. */
function repeated(sentence: Sentence): string[] {
  const said = samples.flatMap((args) => {
    try {
      const text = String(sentence(...args));
      return [args.filter((arg) => text.includes(String(arg))).join()];
    } catch {
      return [];
    }
  });
  return said.length > 0 ? said : ['takes none of the samples'];
}

/** Everything in which two tables differ in what they say, not in how. */
function differences(one: unknown, other: unknown, path: string): string[] {
  if (typeof one !== typeof other) return [`${path}: ${typeof one} and ${typeof other}`];
  if (typeof one === 'string') return wordProblems(one, String(other), path);
  if (typeof one === 'function') {
    const said = [one, other].map((sentence) => repeated(sentence as Sentence).join(' / '));
    return said[0] === said[1] ? [] : [`${path}: repeats ${said[0]}, and ${said[1]}`];
  }
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return keys.flatMap((key) => differences(left[key], right[key], `${path}.${key}`));
}

function wordProblems(one: string, other: string, path: string): string[] {
  if ((one.trim() === '') !== (other.trim() === '')) return [`${path}: says nothing in one of them`];
  const words = one.match(/\p{L}{2,}/gu) ?? [];
  const isAlike = words.every((word) => alike.has(word) || word === word.toUpperCase());
  return one === other && !isAlike ? [`${path}: “${one}” in both`] : [];
}

describe('the texts of the pages', () => {
  const files = filesIn('en');

  it('are written in pairs', () => {
    expect(files.length).toBeGreaterThan(8);
    expect(filesIn('tr')).toEqual(files.map(otherOf).sort());
  });

  it.each(files)('say the same in both languages: %s', async (file) => {
    const [one, other] = await Promise.all([tableIn(file), tableIn(otherOf(file))]);
    expect(differences(one, other, file)).toEqual([]);
  });

  it('would not pass with a key, a value or a language missing', () => {
    const table = { a: 'words', b: (who: string) => `hello ${who}`, c: { d: 'inner' } };
    const other = { a: 'words', b: () => 'merhaba', c: {} };
    expect(differences(table, other, 't')).toHaveLength(3);
    expect(differences(table, table, 't')).toEqual(['t.a: “words” in both', 't.c.d: “inner” in both']);
  });
});

/**
 * What the chat page never meets: codes of /v1, of the business panel, and of callers that speak the protocol wrongly.
 */
const elsewhere = [
  'invalid_verification_token',
  'invalid_reset_token',
  'invalid_code',
  'invalid_redirect_uri',
  'invalid_token',
  'invalid_credentials',
  'refresh_token_reused',
  'email_not_verified',
  'refresh_conflict',
  'too_many_attempts',
  'mail_not_configured',
  'internal',
  'not_in_package',
  'organization_suspended',
  'no_organization',
  'already_in_organization',
  'slug_taken',
  'slug_locked',
  'no_credit',
  'invalid_tax_id',
  'invalid_slug',
  'unknown_operation',
  'invalid_json',
  'method_not_allowed',
  'too_many_events',
  'unsupported_media_type',
];

describe('what is said of a refusal', () => {
  it('has words for every code, or the code is one that the page never meets', () => {
    const said = Object.keys(en.errors);
    expect(Object.keys(errors).filter((code) => !said.includes(code) && !elsewhere.includes(code))).toEqual([]);
    expect(elsewhere.filter((code) => said.includes(code) || !(code in errors))).toEqual([]);
  });
});

it('Turkish texts of pages, mails and pushes say siz', () => {
  const src = fileURLToPath(new URL('../../', import.meta.url));
  const others = ['http/v1/pages/page-texts.ts', 'src/adapters/mail/mail-texts.ts', 'src/adapters/push/push-texts.ts'];
  const files = [...filesIn('tr').map((file) => `${pages}${file}`), ...others.map((file) => `${src}${file}`)];
  const informal = /(?<!\p{L})(sen|sana|senin|seni|senden|misin|mısın)(?!\p{L})/giu;
  expect(files.flatMap((file) => readFileSync(file, 'utf8').match(informal) ?? [])).toEqual([]);
});
