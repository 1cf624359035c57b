import type { Context } from 'koa';
import type { Language } from '#src/domain/accounts/account.js';

/** By `Accept-Language`; without one, English. */
export const languageOf = (ctx: Context): Language => (ctx.acceptsLanguages('en', 'tr') === 'tr' ? 'tr' : 'en');
