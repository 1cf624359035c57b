export function canRun(file: string): boolean;
export function findChromium(options?: { isWhole?: boolean }): string | undefined;
export function onPath(...names: string[]): string | undefined;
