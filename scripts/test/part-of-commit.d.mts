/** Every `parts`-th of the items, beginning with another one for each commit of the clone at `root`. */
export function partOfCommit<T>(items: readonly T[], parts: number, root?: string): T[];
/** The first digits of the commit of the clone at `root` as a number; 0 where there is none. */
export function commitNumber(root?: string): number;
