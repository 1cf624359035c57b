/** What the engines say about indexes: those that they build, and those that no version declares any more. */
import type { CollectionName } from '../collections.js';
import type { Store } from '../store.js';

/**
 * An index build, for operators. `done` and `of` count documents; they are absent where the engine does not say. Without
 * an index it is the rewriting of rows that an older version wrote in another form.
 */
export interface IndexBuild {
  collection: CollectionName;
  indexes: string[];
  done?: number;
  of?: number;
}

/** What the log says of it. */
export const buildMessage = ({ indexes }: IndexBuild): string =>
  indexes.length > 0 ? 'index build in progress' : 'packing of rows in progress';

export type OnBuild = (build: IndexBuild) => void;

/** How often a build that goes on is reported. */
export const BUILD_REPORT_INTERVAL_MS = 5_000;

/** An index of the store that differs from collections.ts. */
export interface IndexDifference {
  collection: CollectionName;
  index: string;
  /**
   * `missing`: declared and not there; `undeclared`: there and not declared, of operators or of another version;
   * `changed`: declared with another definition.
   */
  kind: 'missing' | 'undeclared' | 'changed';
}

/** A declared index keeps its definition, because running nodes of the version before it use it by its name. */
export const changedIndex = (collection: string, index: string): string =>
  `the index ${index} of ${collection} has another definition than this version declares; ` +
  `drop it with npm run schema -- --contract ${collection}.${index} --yes while no other version runs`;

/** A checker changes nothing, so that the service has to have opened the store before. */
export const missingIndex = (collection: string, index: string): string =>
  `the index ${index} of ${collection} is missing in the store: start this version of the service once before`;

/** A store for the commands of operators about its schema. */
export interface SchemaStore extends Store {
  indexDifferences(): Promise<IndexDifference[]>;
  /** Drops an index that this version does not declare. */
  dropIndex(from: CollectionName, index: string): Promise<void>;
  /** Gives all free space of the files back. Nothing else may have the store. */
  vacuum(): Promise<void>;
}
