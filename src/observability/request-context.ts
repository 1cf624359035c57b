/**
 * The request in which code runs, for log lines and for the commands that it sends. It is tracked from the arrival of a
 * request until its answer; operations of sockets carry theirs along by hand (`http/gateway/inbound/dispatcher.ts`).
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export interface RequestContext {
  /** As `x-request-id` names it. */
  readonly requestId: string;
  /** Its place in a trace that is recorded. */
  readonly trace?: string;
}

interface Tracked {
  context: RequestContext;
  /** Work that goes on after the answer may be anybody's by then: timers and connections outlive their first request. */
  isAnswered: boolean;
}

const current = new AsyncLocalStorage<Tracked>();
let underWay = 0;

/**
 * While no request is under way, nothing is tracked: before Node 24, tracking makes every `await` of the process dearer
 * (ADR 0097).
 */
export async function inRequest<T>(context: RequestContext, work: () => Promise<T>): Promise<T> {
  const tracked = { context, isAnswered: false };
  underWay += 1;
  try {
    return await current.run(tracked, work);
  } finally {
    tracked.isAnswered = true;
    underWay -= 1;
    if (underWay === 0) current.disable();
  }
}

export function currentRequest(): RequestContext | undefined {
  const tracked = current.getStore();
  return tracked?.isAnswered === false ? tracked.context : undefined;
}
