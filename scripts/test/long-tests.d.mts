export const longTests: string[][];
/** Paths from the root. */
export function longTestsLeftOut(root: string): string[];
export const lives: string[][];
/** Paths from the root. */
export function livesLeftOut(root: string): string[];
