/** Settings that would open the service to strangers. Each is refused with the reason and a solution (ADR 0045). */
import type { Given, SettingName } from './settings.js';
import { isLoopback } from './value-kinds.js';

const DISTINCT_MIN = 8;

export function unsafeSettings(given: Given, isProduction: boolean): string[] {
  return isProduction ? unsafeInProduction(given) : openDevelopment(given);
}

/**
 * In development any visitor can log in as any account: by name alone, through the embedded provider, or with mails
 * that are open to all.
 */
function openDevelopment({ HOST, PUBLIC_URL, ALLOW_DEV_DOORS }: Given): string[] {
  if (ALLOW_DEV_DOORS === 'yes') return [];
  const open = [
    HOST && !isLoopback(HOST) ? `HOST=${HOST}` : null,
    PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname) ? `PUBLIC_URL=${PUBLIC_URL}` : null,
  ].filter((setting) => setting !== null);
  return open.map(
    (setting) =>
      `${setting} is refused outside production: any visitor of this address can log in as any account (DEV_LOGIN, the embedded ` +
      'provider) and read every mail (/dev/outbox). Set NODE_ENV=production, or confirm it in a network of your own. ' +
      'Example: ALLOW_DEV_DOORS=yes',
  );
}

function unsafeInProduction(given: Given): string[] {
  const problems = publicAddresses.map((name) => plainAddress(name, given[name])).filter((problem) => problem !== null);
  const guessable = [
    given.SECRET?.some(isGuessable) ? 'SECRET' : null,
    given.CONSOLE_KEY && isGuessable(given.CONSOLE_KEY) ? 'CONSOLE_KEY' : null,
  ].filter((name) => name !== null);
  problems.push(
    ...guessable.map(
      (name) =>
        `${name} can be guessed: it repeats a few characters. Example: ${name}=the output of: openssl rand -hex 32`,
    ),
  );
  if (given.METRICS_HOST && !isLoopback(given.METRICS_HOST) && !given.METRICS_TOKEN && given.METRICS_PORT !== 'off') {
    problems.push(
      `METRICS_HOST=${given.METRICS_HOST} is refused in production without METRICS_TOKEN: whoever reaches the address reads how ` +
        'the service is used. Example: METRICS_TOKEN=the output of: openssl rand -hex 32',
    );
  }
  if (given.DEV_LOGIN === 'on' && given.ALLOW_DEV_DOORS !== 'yes') {
    problems.push(
      'DEV_LOGIN=on is refused in production: any visitor can log in as any account by a name alone. Remove it, or confirm it for a ' +
        'load test. Example: ALLOW_DEV_DOORS=yes',
    );
  }
  return problems;
}

const publicAddresses = ['PUBLIC_URL', 'S3_PUBLIC_ENDPOINT'] as const satisfies SettingName[];

function plainAddress(name: (typeof publicAddresses)[number], address: string | undefined): string | null {
  if (!address?.startsWith('http:') || isLoopback(new URL(address).hostname)) return null;
  return (
    `${name}=${address} is refused in production: tokens and messages would travel unencrypted. Use https, with a proxy ` +
    `that ends TLS in front. Example: ${name}=https://chat.example.org`
  );
}

/** A repeated short text, or too few different characters. */
function isGuessable(secret: string): boolean {
  return new Set(secret).size < DISTINCT_MIN || /^(.{1,8})\1+$/s.test(secret);
}
