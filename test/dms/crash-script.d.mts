import type { Caller } from '#src/domain/account.js';
import type { DmModel, Name, Operation } from './dm-model.js';

export const STARS: number;
export const callers: Record<Name, Caller>;
export const doors: DmModel['doors'];
export const operations: Operation[];
