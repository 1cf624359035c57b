/** What a username may look like, and when two of them are the same name. */
import { skeleton } from '../text/confusables.js';
import { officialWords } from '../text/reserved-words.js';

export const USERNAME_LENGTH_MIN = 3;
export const USERNAME_LENGTH_MAX = 24;

export const USERNAME_FORMAT_MESSAGE = 'must be 3 to 24 letters, digits, underscores or dots';
export const USERNAME_TAKEN_MESSAGE = 'is taken';

export interface Username {
  /** As shown: trimmed and composed. */
  name: string;
  /** As compared: unique among accounts. */
  key: string;
}

const ALLOWED = /^[\p{L}\p{Nd}_.]+$/u;
/** Letters by their category, but nothing to see: fillers and the like would make look-alikes of any name. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
/** Longer input is refused before it is normalized. Every code point takes at most two units, composed from a few. */
const RAW_LENGTH_MAX = 256;

/**
 * The form in which names are compared: NFKC and lower case, with I, İ, ı and i as one letter, because the same
 * person types either of them depending on the keyboard. A final sigma is a sigma, for lower case depends on
 * the place in the word otherwise.
 */
export function foldUsername(name: string): string {
  let folded = oneI(name.normalize('NFKC')).toLowerCase().normalize('NFKC');
  folded = oneI(folded).replaceAll('ς', 'σ');
  return folded.normalize('NFKC');
}

/** The name in what was typed, or null when it breaks the rules. */
export function readUsername(typed: string): Username | null {
  if (typed.length > RAW_LENGTH_MAX) return null;
  const name = typed.trim().normalize('NFC');
  const length = [...name].length;
  if (length < USERNAME_LENGTH_MIN || length > USERNAME_LENGTH_MAX) return null;
  const key = foldUsername(name);
  return isPlain(name) && isPlain(key) ? { name, key } : null;
}

/**
 * Names nobody may take: the service's own and what looks like it, alone or together with an official word. An official
 * word by itself is a name like any other, but not one that merely looks like it.
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

/** Lower-casing İ leaves a dot above behind; that is the same letter too. */
function oneI(text: string): string {
  return text.replace(/[Iİıi]\u0307*/g, 'i');
}
