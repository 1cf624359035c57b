import type { Caller } from '#src/domain/accounts/account.js';
import type { DmModel, Name, Operation } from './dm-model.js';

export const STARS: number;
export const callers: Record<Name, Caller>;
export const dmTerms: DmModel['dmTerms'];
export const operations: Operation[];
