export const longTests: string[][];
/** Paths from the root. */
export function longTestsLeftOut(root: string): string[];
