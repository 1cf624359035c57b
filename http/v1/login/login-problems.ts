/** Answers a login that cannot continue: browsers get a page, programs the error. */
import type { Context } from 'koa';
import { RefusalError, statusOf } from '#src/errors.js';
import { type Pages, page, pagesIn, showPage } from '../pages/page-frame.js';
import { type LoginProblem, pageTexts } from '../pages/page-texts.js';

export type LoginProblems = (ctx: Context, work: () => Promise<void>) => Promise<null>;

export function createLoginProblems(brand: string): LoginProblems {
  const codes = Object.keys(pageTexts.en.login).filter((key) => key !== 'title') as LoginProblem[];
  const pages = new Map<string, Pages>(codes.map((code) => [code, pagesFor(brand, code)]));
  return async (ctx, work) => {
    try {
      await work();
      return null;
    } catch (error) {
      const code = error instanceof RefusalError ? error.refusal.code : null;
      const found = code && pages.get(code);
      if (!found || ctx.accepts('json', 'html') !== 'html') throw error;
      ctx.state.refusal = code;
      ctx.status = statusOf(code);
      return showPage(ctx, found);
    }
  };
}

const pagesFor = (brand: string, code: LoginProblem): Pages =>
  pagesIn((language) => {
    const { title, [code]: lead } = pageTexts[language].login;
    return page({ brand, language, title, lead });
  });
