/** E-mail addresses: one form for each, so that one person is one account. */

export const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
/** Dot-separated words of what RFC 5322 allows without quotes. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** What a URL would take for something else than a part of a host name, or leave out. */
const NO_HOST = /[\s\p{C}/\\:?#@[\]%<>^|]/u;

/**
 * The form addresses are compared, kept and written to in: lower case throughout, the domain in ASCII. Null for what is no
 * address. The part before the @ is ASCII: whether a server takes others, and which two are the same, nobody knows.
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
