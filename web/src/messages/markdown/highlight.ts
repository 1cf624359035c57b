/** Colors of code: comments, strings, numbers and keywords of common languages. Loaded on demand. Pure. */

export interface CodePart {
  kind: 'comment' | 'string' | 'number' | 'keyword' | null;
  text: string;
}

interface Grammar {
  comment: string;
  keywords: Set<string>;
  isCaseless?: boolean;
}

const SLASHES = String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
const HASH = String.raw`#[^\n]*`;
const DASHES = String.raw`--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`;
const TAGS = String.raw`<!--[\s\S]*?(?:-->|$)`;

const words = (list: string): Set<string> => new Set(list.split(' '));

const SCRIPT =
  'abstract as async await break case catch class const continue default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null of private protected public readonly return set static super switch this throw true try type typeof undefined var void while yield';
const C =
  'auto bool break case char class const constexpr continue default delete do double else enum extern false final float for if include inline int long namespace new nullptr override private protected public return short signed sizeof static struct switch template this throw true try typedef union unsigned using virtual void volatile while';
const JAVA =
  'abstract boolean break byte case catch char class const continue data default do double else enum extends false final finally float for fun if implements import in instanceof int interface internal is long namespace new null object override package private protected public record return sealed short static string super switch synchronized this throw throws true try using val var void when while';
const PYTHON =
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield';
const GO =
  'any bool break byte case chan const continue default defer else error fallthrough false float64 for func go goto if import int interface map nil package range return select string struct switch true type var';
const RUST =
  'as async await bool break const continue crate dyn else enum extern false fn for i32 i64 if impl in let loop match mod move mut pub ref return self Self static str String struct super trait true type u8 u32 u64 unsafe use usize where while';
const SHELL =
  'case cd do done echo elif else esac exit export fi for function if in local read return set shift source sudo then unset until while';
const SQL =
  'add all alter and as asc begin between by case column commit constraint create default delete desc distinct drop else end exists foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then union unique update using values view when where with';
const RUBY =
  'and begin break case class def do else elsif end ensure false for if in module next nil not or require rescue return self super then true unless until when while yield echo foreach function public private static namespace use';
const DATA = 'true false null yes no on off';

const grammars: Record<string, Grammar> = {
  script: { comment: SLASHES, keywords: words(SCRIPT) },
  c: { comment: SLASHES, keywords: words(C) },
  java: { comment: SLASHES, keywords: words(JAVA) },
  python: { comment: HASH, keywords: words(PYTHON) },
  go: { comment: SLASHES, keywords: words(GO) },
  rust: { comment: SLASHES, keywords: words(RUST) },
  shell: { comment: HASH, keywords: words(SHELL) },
  sql: { comment: DASHES, keywords: words(SQL), isCaseless: true },
  ruby: { comment: `${HASH}|${SLASHES}`, keywords: words(RUBY) },
  data: { comment: HASH, keywords: words(DATA) },
  markup: { comment: TAGS, keywords: new Set() },
  style: { comment: SLASHES, keywords: words('important media supports import keyframes layer container') },
};

const names: Record<string, string[]> = {
  script: ['js', 'jsx', 'ts', 'tsx', 'javascript', 'typescript', 'mjs', 'json5'],
  c: ['c', 'h', 'cpp', 'c++', 'cc', 'hpp', 'objc'],
  java: ['java', 'kotlin', 'kt', 'cs', 'csharp', 'c#', 'scala', 'swift', 'dart'],
  python: ['py', 'python'],
  go: ['go', 'golang'],
  rust: ['rs', 'rust'],
  shell: ['sh', 'bash', 'zsh', 'shell', 'console', 'dockerfile', 'docker', 'make', 'makefile'],
  sql: ['sql', 'postgres', 'mysql', 'sqlite'],
  ruby: ['rb', 'ruby', 'php'],
  data: ['json', 'yaml', 'yml', 'toml', 'ini', 'env'],
  markup: ['html', 'xml', 'svg', 'vue'],
  style: ['css', 'scss', 'less'],
};

const STRING = String.raw`"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\x60(?:[^\x60\\]|\\[\s\S])*\x60?`;
const NUMBER = String.raw`(?<![\p{L}\d_])\d[\d_a-fA-FxX.]*`;
const NAME = String.raw`[\p{L}_$@][\p{L}\d_$]*`;

/** Null for a language that is not known. */
export function highlighted(language: string, code: string): CodePart[] | null {
  const name = Object.keys(names).find((key) => names[key]?.includes(language.toLowerCase()));
  const grammar = name === undefined ? undefined : grammars[name];
  if (!grammar) return null;
  const token = new RegExp(`(${grammar.comment})|(${STRING})|(${NUMBER})|(${NAME})`, 'gu');
  const parts: CodePart[] = [];
  let from = 0;
  for (const match of code.matchAll(token)) {
    const kind = kindOf(match, grammar);
    if (!kind) continue;
    if (match.index > from) parts.push({ kind: null, text: code.slice(from, match.index) });
    parts.push({ kind, text: match[0] });
    from = match.index + match[0].length;
  }
  if (from < code.length) parts.push({ kind: null, text: code.slice(from) });
  return parts;
}

function kindOf([whole, comment, string, number]: RegExpMatchArray, grammar: Grammar): CodePart['kind'] {
  if (comment) return 'comment';
  if (string) return 'string';
  if (number) return 'number';
  return grammar.keywords.has(grammar.isCaseless ? whole.toLowerCase() : whole) ? 'keyword' : null;
}
