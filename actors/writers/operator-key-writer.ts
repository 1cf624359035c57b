/** Named keys of operators. Two changes of one key at once do not lose each other: each is guarded by the version. */
import { OPERATOR_KEYS_MAX, type OperatorKey, RETIRED_SECRETS_MAX } from '#src/domain/operators/operator.js';
import { RefusalError } from '#src/errors.js';
import { asDoc, type Store } from '#src/store/store.js';
import { changeDocument } from './change-document.js';
import type { OperatorKeyWriter } from './commands.js';

export function createOperatorKeyWriter(store: Store): OperatorKeyWriter {
  const change = (id: string, changed: (key: OperatorKey) => OperatorKey) =>
    changeDocument<OperatorKey>(store, 'operatorKeys', id, changed);
  return {
    async create(key) {
      const count = await store.count('operatorKeys', { index: '_id', limit: OPERATOR_KEYS_MAX });
      if (count >= OPERATOR_KEYS_MAX) {
        throw new RefusalError('invalid_state', { message: `There are ${OPERATOR_KEYS_MAX} keys already.` });
      }
      const doc: OperatorKey = { ...key, version: 1, rotatedAt: null, revokedAt: null };
      const [isNew] = await store.write([{ op: 'put', in: 'operatorKeys', doc: asDoc(doc), guard: { absent: true } }]);
      const stored = isNew ? doc : await store.get<OperatorKey>('operatorKeys', key._id);
      // The id comes from the Idempotency-Key of the request: the same request has the same secret.
      if (stored?.hash !== key.hash || !isSameRequest(stored, key)) throw new RefusalError('idempotency_conflict');
      return stored;
    },
    rotate: (id, hash, at) =>
      change(id, (key) => {
        if (key.revokedAt !== null) throw new RefusalError('invalid_state', { message: 'The key is revoked.' });
        if (key.hash === hash) return key;
        const { retired = [] } = key;
        if (retired.includes(hash))
          throw new RefusalError('idempotency_conflict', { message: 'It was rotated again.' });
        return { ...key, hash, rotatedAt: at, retired: [key.hash, ...retired].slice(0, RETIRED_SECRETS_MAX) };
      }),
    revoke: (id, at) => change(id, (key) => (key.revokedAt === null ? { ...key, revokedAt: at } : key)),
  };
}

type Lifetime = Pick<OperatorKey, 'createdAt' | 'expiresAt'>;

const isSameRequest = (stored: OperatorKey, given: Pick<OperatorKey, 'name' | 'role'> & Lifetime): boolean =>
  stored.name === given.name && stored.role === given.role && lifetimeMs(stored) === lifetimeMs(given);

const lifetimeMs = ({ createdAt, expiresAt }: Lifetime): number | null => expiresAt && expiresAt - createdAt;
