/** Operators with named keys, and the operator of CONSOLE_KEY. */
import type { OperatorRole } from '#src/domain/operators/operator.js';
import { operator } from '../people/operator.js';
import type { Answer, Booted, Person } from '../support/clients/boot-app.js';

export interface NamedKey {
  id: string;
  /** Asks with this key, below /api/console. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

/** Whoever shows this text as a key. */
export function withSecret(booted: Pick<Booted, 'ask'>, secret: string): NamedKey['ask'] {
  const person: Person = { name: '', accountId: '', accessToken: secret, refreshToken: '' };
  return (method, path, body, headers) => booted.ask(person, method, `/api/console${path}`, body, headers);
}

export const lastResort = (booted: Booted): NamedKey['ask'] => withSecret(booted, operator(booted).accessToken);

export async function named(booted: Booted, role: OperatorRole, name: string = role): Promise<NamedKey> {
  const { status, body } = await lastResort(booted)('POST', '/keys', { name, role });
  if (status !== 201) throw new Error(`a key for ${role} answered ${status} ${JSON.stringify(body)}`);
  return { id: body.key.id, ask: withSecret(booted, body.secret) };
}
