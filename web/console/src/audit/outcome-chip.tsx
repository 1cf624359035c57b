import type { AuditEntry } from '../api-types.js';
import { outcomeName, useAuditText } from './audit-text.js';

/** A refused action has the code of its refusal. */
export function OutcomeChip({ entry }: { entry: AuditEntry }) {
  const text = useAuditText();
  const tone = entry.outcome === 'done' ? '' : entry.outcome === null ? ' chip-pending' : ' chip-rejected';
  return <span class={`chip${tone}`}>{outcomeName(text, entry)}</span>;
}
