/** The rows of one message: a text that is too long, and files beyond the first, take rows of their own. */
import { BODY_BYTES_MAX, REACTION_KINDS_MAX } from '#src/domain/messages/message.js';
import { cleanText } from '#src/domain/text/text.js';
import type { SourceFile, SourceMessage } from '../common-form.js';

export interface SourceRow {
  source: string;
  body: string;
  file: SourceFile | null;
  message: SourceMessage;
  isFirst: boolean;
}

/** Room for the line that names a refused file. */
const PART_BYTES_MAX = BODY_BYTES_MAX - 1_024;

export function rowsOfMessage(message: SourceMessage): SourceRow[] {
  const bodies = partsOf(cleanText(message.body).trim());
  const [file = null, ...files] = message.files;
  const contents = [
    ...bodies.map((body, at) => ({ body, file: at === 0 ? file : null })),
    ...(bodies.length === 0 && file ? [{ body: '', file }] : []),
    ...files.map((each) => ({ body: '', file: each })),
  ];
  return contents.map((content, at) => ({
    ...content,
    source: at === 0 ? message.id : `${message.id}#${at}`,
    message,
    isFirst: at === 0,
  }));
}

/** Cut at the ends of lines, of words, or of characters. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (Buffer.byteLength(rest) > PART_BYTES_MAX) {
    const head = Buffer.from(rest)
      .subarray(0, PART_BYTES_MAX)
      .toString('utf8')
      .replace(/\uFFFD+$/u, '');
    const cut = [head.lastIndexOf('\n'), head.lastIndexOf(' ')].find((at) => at > head.length / 2) ?? head.length;
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

const EMOJI_CHARS_MAX = 8;
const emoji =
  /^(?=.*[\p{Extended_Pictographic}\p{Regional_Indicator}])[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u;

/** Counts by emoji. Pictures of one product are not carried over. */
export function reactionsOf({ reactions }: SourceMessage): { kept: Record<string, number>; left: number } {
  const kept: Record<string, number> = {};
  let left = 0;
  for (const [sign, count] of Object.entries(reactions)) {
    const fits = emoji.test(sign) && [...sign].length <= EMOJI_CHARS_MAX && Number.isSafeInteger(count) && count > 0;
    if (fits && Object.keys(kept).length < REACTION_KINDS_MAX) kept[sign] = count;
    else left += 1;
  }
  return { kept, left };
}
