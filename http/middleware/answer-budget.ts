import type { ServerResponse } from 'node:http';
import type { Context, Middleware, Next } from 'koa';
import { RefusalError } from '#src/errors.js';

export interface AnswerBudgetLimits {
  /** Requests that are carried out at once; the others wait for their turn, in order. */
  running: number;
  waiting: number;
  /** Bytes of finished answers that are not taken: with more, further requests are refused. */
  unreadBytes: number;
}

const RETRY_AFTER_MS = 1_000;

/** The bytes of responses that one account or one network has requested and not yet received. */
interface Budget {
  running: number;
  readonly waiting: Set<() => void>;
  readonly responses: Set<ServerResponse>;
}

/** A client that requests more than it reads, or very much at once, delays its own requests and no others. */
export function answerBudget(keyOf: (ctx: Context) => string, limits: AnswerBudgetLimits): Middleware {
  const budgets = new Map<string, Budget>();
  return async function budgetAnswers(ctx: Context, next: Next) {
    const key = keyOf(ctx);
    const budget: Budget = budgets.get(key) ?? { running: 0, waiting: new Set(), responses: new Set() };
    budgets.set(key, budget);
    const isTooMuch = budget.waiting.size >= limits.waiting || unreadBytes(budget) > limits.unreadBytes;
    if (isTooMuch) throw new RefusalError('overloaded', { retryAfterMs: RETRY_AFTER_MS });
    budget.responses.add(ctx.res);
    ctx.res.once('close', () => {
      budget.responses.delete(ctx.res);
      if (budget.responses.size === 0 && budgets.get(key) === budget) budgets.delete(key);
    });
    if (budget.running >= limits.running) await waitForTurn(budget, ctx.res);
    budget.running += 1;
    try {
      await next();
    } finally {
      budget.running -= 1;
      for (const begin of budget.waiting) {
        begin();
        break;
      }
    }
  };
}

/** Rejects when the connection ends before: the answer could not be sent. */
function waitForTurn(budget: Budget, response: ServerResponse): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      budget.waiting.delete(begin);
      reject(new RefusalError('unavailable'));
    };
    const begin = () => {
      budget.waiting.delete(begin);
      response.off('close', leave);
      resolve();
    };
    budget.waiting.add(begin);
    response.once('close', leave);
  });
}

function unreadBytes({ responses }: Budget): number {
  let bytes = 0;
  for (const response of responses)
    if (response.writableEnded) bytes += Number(response.getHeader('content-length') ?? 0);
  return bytes;
}
