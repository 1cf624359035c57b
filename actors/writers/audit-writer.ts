/** The audit log. A row is inserted before its action begins, and gets its outcome once; nothing else changes it. */
import type { AuditEntry } from '#src/domain/operators/audit.js';
import { asDoc, type Store } from '#src/store/store.js';
import type { AuditWriter } from './commands.js';

export function createAuditWriter(store: Store): AuditWriter {
  return {
    async begin(given) {
      const entry: AuditEntry = { ...given, before: null, outcome: null, endedAt: null };
      await store.write([{ op: 'put', in: 'audit', doc: asDoc(entry), guard: { absent: true } }]);
    },
    async end(id, { outcome, before, target = null, at }) {
      const set = { outcome, before, endedAt: at, ...(target === null ? {} : { target }) };
      await store.write([{ op: 'set', in: 'audit', id, set, guard: { equals: { outcome: null } } }]);
    },
  };
}
