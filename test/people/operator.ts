import type { Answer, Booted, Person } from '../support/clients/boot-app.js';

/** Whoever holds the key of the operators' interface of this service. */
export function operator({ app: { config } }: Pick<Booted, 'app'>): Person {
  return { name: 'operator', accountId: '', accessToken: config.consoleKey ?? '', refreshToken: '' };
}

export function grant(booted: Booted, to: Pick<Person, 'accountId'>, delta: number, key?: string): Promise<Answer> {
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  const path = `/api/console/accounts/${to.accountId}/stars`;
  return booted.ask(operator(booted), 'POST', path, { delta, reason: 'gift' }, headers);
}

/** `200`, or `403 blocked`. */
export const outcomeOf = ({ status, body }: Answer): string =>
  body?.error ? `${status} ${body.error.code}` : String(status);
