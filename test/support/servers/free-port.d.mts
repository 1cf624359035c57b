/** A port that nobody has at this moment. */
export function freePort(): Promise<number>;
/** The first of so many neighbouring ports that nobody has at this moment. */
export function freePorts(count: number): Promise<number>;
