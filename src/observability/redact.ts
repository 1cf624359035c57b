/**
 * Private data in the error texts of libraries. No pattern can match at two places of the same run, so that the search
 * stays linear in the length of the text.
 */
const privateTexts: readonly [RegExp, string][] = [
  [/\bBearer\s+\S+/gi, 'Bearer …'],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '…'],
  [/(:\/\/)[^\s/@]+@/g, '$1…@'],
  [/\b(code|token|secret|access_token|refresh_token|id_token|code_verifier|client_secret)=[^\s&"']+/gi, '$1=…'],
];

/** The text without credentials. */
export function redact(text: string): string {
  return privateTexts.reduce((clean, [pattern, instead]) => clean.replace(pattern, instead), text);
}
