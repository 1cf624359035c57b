/** What the key opens: the operations of the operator's role, and the dictionary of this server. */
import { createStore } from '#page/app/store.js';
import { useStore } from '#page/app/use-store.js';
import type { Answer } from '#sdk/rest.js';
import { askWith, CallError } from '../net.js';
import { isNamed } from './session.js';

type Me = Answer<'GET /api/console/me'>;
export type Operator = Me['operator'];

export interface Access {
  /** Null where the console runs on its own: it has no operators with names. */
  operator: Operator | null;
  operations: ReadonlySet<string>;
  hasDictionary: boolean;
}

/** Null until it is loaded. */
const access = createStore<{ access: Access | null }>({ access: null });

/** Whether the signed-in operator may call this operation of the service. */
export function useMay(): (operation: string) => boolean {
  const { access: held } = useStore(access);
  return (operation) => held?.operations.has(operation) ?? false;
}

export const useAccess = (): Access | null => useStore(access).access;

/** Null for a key that opens nothing here. The live page works with it while the store is down. */
export async function loadAccess(key: string): Promise<Access | null> {
  const [me, hasDictionary] = await Promise.all([meOf(key), isDictionaryKey(key)]);
  const found =
    me || hasDictionary
      ? { operator: me?.operator ?? null, operations: new Set(me?.operations ?? []), hasDictionary }
      : null;
  access.set({ access: found });
  return found;
}

const meOf = (key: string) => tried(askWith(key, 'GET', '/api/console/me') as Promise<Me>);

/** The dictionary knows the CONSOLE_KEY alone, so no other key is sent there. */
async function isDictionaryKey(key: string): Promise<boolean> {
  if (isNamed(key)) return false;
  try {
    return (await tried(askWith(key, 'GET', '/console/admin/categories'))) !== null;
  } catch (error) {
    // Its store may be down: the key was accepted before that.
    if (error instanceof CallError && error.status >= 500) return true;
    throw error;
  }
}

/** Null for a refusal: this key does not open it, or it is not on this server. */
async function tried<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallError && (error.status === 401 || error.status === 404)) return null;
    throw error;
  }
}
