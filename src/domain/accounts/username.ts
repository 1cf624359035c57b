/** The format of usernames, and the form in which two of them are compared. */
import { skeleton } from '../text/confusables.js';
import { officialWords } from '../text/reserved-words.js';

export const USERNAME_LENGTH_MIN = 3;
export const USERNAME_LENGTH_MAX = 24;

export const USERNAME_FORMAT_MESSAGE = 'must be 3 to 24 letters, digits, underscores or dots';
export const USERNAME_TAKEN_MESSAGE = 'is taken';

export interface Username {
  /** As displayed: trimmed and composed. */
  name: string;
  /** As compared: unique among accounts. */
  key: string;
}

const ALLOWED = /^[\p{L}\p{Nd}_.]+$/u;
/** Invisible letters, such as fillers: with them, every name would have look-alikes. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/**
 * Longer input is refused before it is normalized: a composed code point has at most two units, and comes from a few.
 */
const RAW_LENGTH_MAX = 256;

/**
 * The form in which names are compared: NFKC and lower case. I, İ, ı and i are one letter, because a person types
 * either of them depending on the keyboard. A final sigma becomes a sigma, because its lower case depends on the
 * position in the word.
 */
export function foldUsername(name: string): string {
  let folded = oneI(name.normalize('NFKC')).toLowerCase().normalize('NFKC');
  folded = oneI(folded).replaceAll('ς', 'σ');
  return folded.normalize('NFKC');
}

/** The username in the input; null if it breaks the rules. */
export function readUsername(typed: string): Username | null {
  if (typed.length > RAW_LENGTH_MAX) return null;
  const name = typed.trim().normalize('NFC');
  const length = [...name].length;
  if (length < USERNAME_LENGTH_MIN || length > USERNAME_LENGTH_MAX) return null;
  const key = foldUsername(name);
  return isPlain(name) && isPlain(key) ? { name, key } : null;
}

/**
 * Names that no account may take: the service's own name and its look-alikes, alone or with an official word. An
 * official word alone is allowed; a look-alike of one is not.
 */
export function isReservedUsername(key: string, brand: string): boolean {
  const seen = skeleton(key);
  const own = skeleton(foldUsername(brand));
  if (seen === own) return true;
  const typed = key.replace(/[._]/g, '');
  return officialWords.some((word) => {
    const official = skeleton(word);
    if (seen === official) return typed !== word;
    return own !== '' && (seen === own + official || seen === official + own);
  });
}

function isPlain(text: string): boolean {
  return ALLOWED.test(text) && !INVISIBLE.test(text);
}

/** Lower-casing İ leaves a combining dot above behind; it belongs to the same letter. */
function oneI(text: string): string {
  return text.replace(/[Iİıi]\u0307*/g, 'i');
}
