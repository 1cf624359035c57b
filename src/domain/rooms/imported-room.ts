/** Rooms that are imported from another product. */
import type { Head } from './room.js';

/** Stands as `by` in the entries of an import: no account decided them. */
export const IMPORTER = 'import';

/** The holder of a reserved slug. It is the id of no room. */
export const reservationOf = (room: string): string => `import:${room}`;

/** Whether the import is unfinished. Every other group has members for as long as it exists. */
export const isImporting = ({ kind, memberCount, deleted }: Pick<Head, 'kind' | 'memberCount' | 'deleted'>): boolean =>
  kind === 'group' && memberCount === 0 && !deleted;
