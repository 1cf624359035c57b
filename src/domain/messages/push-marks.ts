/** How long the push mark of a row is kept (docs/adr/0014-pushes-follow-the-log.md). */
const HOUR_MS = 3_600_000;

/** Older rows are not pushed. */
export const PUSH_MAX_AGE_MS = 24 * HOUR_MS;
/** A later row gets a mark of its own. */
export const PUSH_MARK_RENEWED_MS = HOUR_MS;
/** Then every row that only this mark leads to is too old for a push. */
export const PUSH_MARK_KEPT_MS = PUSH_MAX_AGE_MS + PUSH_MARK_RENEWED_MS;
