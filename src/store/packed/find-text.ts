/** Looks for a text in packed documents without unpacking them. */
import { WORDS } from './words.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PART_OF_UUID = /^[0-9a-f-]{1,36}$/;

/**
 * The bytes that a text can be in a packed document: a UUID, a part of a text, or a part of one with half a character.
 * Null if it may also be a part of what stands there in another form: of a word, of a UUID, of a key that is not repeated.
 */
export function formsOf(text: string): Buffer[] | null {
  const isUuid = UUID.test(text);
  const isPart = !isUuid && PART_OF_UUID.test(text);
  if (text === '' || isPart || !text.isWellFormed() || /[.:]/.test(text)) return null;
  if (WORDS.some((word) => word.includes(text))) return null;
  const forms = [Buffer.from(text), Buffer.from(text, 'utf16le').swap16()];
  return isUuid ? [Buffer.from(text.replaceAll('-', ''), 'hex'), ...forms] : forms;
}
