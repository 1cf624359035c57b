/** Explains what Redis refuses at a start, with what the operator can correct. */

const MISSING_RIGHT = /NOPERM|can't run this command/;
const WRONG_LOGIN = /WRONGPASS|NOAUTH/;
const UNTRUSTED = /certificate|CERT_|altnames/i;
const NO_TLS = /before secure TLS connection|wrong version number/;

/** A server that did not accept the connection. */
export function explainRedisConnection(message: string): string {
  return `REDIS_URL: Redis cannot be reached (${message})${hintFor(message)}`;
}

/** A server that was reached and refuses a command, or null if the failure is another one. */
export function explainRedisRights(message: string): string | null {
  if (!MISSING_RIGHT.test(message)) return null;
  return (
    `REDIS_URL: the user may not do what a node needs (${message}). ` +
    'docs/operating.md lists the rights ("Addresses of Redis"); ACL LOG on the server names the refused command.'
  );
}

function hintFor(message: string): string {
  if (WRONG_LOGIN.test(message)) {
    return '. Check the user and the password of the address; special characters are percent-encoded: rediss://user:p%40ss@host:6379';
  }
  if (NO_TLS.test(message))
    return '. The server does not speak TLS at this port: use redis in place of rediss, or its TLS port';
  if (UNTRUSTED.test(message)) {
    return '. The certificate is not trusted for this host: NODE_EXTRA_CA_CERTS names the file of a private authority, and the address must have the name that the certificate has';
  }
  return '';
}
