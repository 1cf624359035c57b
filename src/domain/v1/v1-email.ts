/** E-mail addresses in one normal form, so that one address is one account. */

export const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
/** Dot-separated words of the characters that RFC 5322 allows without quotes. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters that a URL parser would drop or treat as the end of the host name. */
const NO_HOST = /[\s\p{C}/\\:?#@[\]%<>^|]/u;

/**
 * The form in which addresses are compared, stored and mailed to: lower case, the domain in ASCII. Null if the text is
 * no address. The local part must be ASCII, because mail servers differ in which other local parts they accept and
 * treat as equal.
 */
export function readEmail(text: string): string | null {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(0, at));
  const domain = asciiDomain(trimmed.slice(at + 1));
  if (!LOCAL.test(local) || local.length > LOCAL_MAX || domain === null) return null;
  const email = `${local.toLowerCase()}@${domain}`;
  return email.length <= EMAIL_MAX ? email : null;
}

function asciiDomain(domain: string): string | null {
  if (domain.length === 0 || domain.length > EMAIL_MAX || NO_HOST.test(domain)) return null;
  const host = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : '';
  const labels = host.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isName && /[a-z]/.test(labels.at(-1) ?? '') ? host : null;
}
