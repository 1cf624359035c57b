/**
 * Private data that the text of a library's error may hold. Each pattern begins where no other place of the same run
 * matches too: the search stays linear in the length of the text.
 */
const privateTexts: readonly [RegExp, string][] = [
  [/\bBearer\s+\S+/gi, 'Bearer …'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '…'],
  [/(:\/\/)[^\s/@]+@/g, '$1…@'],
  [/\b(code|token|secret|access_token|refresh_token|id_token|code_verifier|client_secret)=[^\s&"']+/gi, '$1=…'],
];

/** The text without what looks like a credential. */
export function redact(text: string): string {
  return privateTexts.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}
