/** What may hide inside the text of somebody else's error. */
const privateTexts: readonly [RegExp, string][] = [
  [/\bBearer\s+\S+/gi, 'Bearer …'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '…'],
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1…@'],
  [/\b(code|token|secret|access_token|refresh_token|id_token|code_verifier|client_secret)=[^\s&"']+/gi, '$1=…'],
];

/** The text without what looks like a credential. */
export function scrub(text: string): string {
  return privateTexts.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}
