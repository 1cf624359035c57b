import { hash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { IDEMPOTENCY_RECORD_TTL_MS, type IdempotencyRecord } from '#actors/runtime/client.js';
import type { ResponseRecord, Users } from '#actors/user/commands.js';
import { KeyedMutex } from '#src/concurrency/keyed-mutex.js';
import { RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';
import { idempotencyKey } from '../idempotency/idempotency-key.js';
import { attemptOf } from '../idempotency/idempotent-client.js';

/** A longer answer is not recorded: it is rebuilt from the records of its effects. */
const ANSWER_CHARS_MAX = 65_536;

/** Each one but the first has more of the effects behind it; no request has that many. */
const ATTEMPTS_MAX = 8;

interface Deps {
  users: Users;
  reader: Reader;
  env: { now(): number };
}

interface Keeping {
  /** False where the answer has a secret, which is not stored: it is rebuilt from the records of its effects. */
  keepsAnswer: boolean;
}

type Answering = (ctx: Context) => Promise<void>;

/**
 * A repeated request with an idempotency key is answered as before, for a day. The answer is recorded once it is
 * complete; if the process ends earlier, the reply of each effect was recorded with the effect itself.
 */
export function answerOnce({ users, reader, env }: Deps, { keepsAnswer }: Keeping = { keepsAnswer: true }) {
  const mutex = new KeyedMutex();

  async function keptFor(ctx: Context, id: string): Promise<Kept & { hash: string }> {
    const hash = hashOf(ctx);
    const kept = await keptAnswers(reader, id, env.now() - IDEMPOTENCY_RECORD_TTL_MS);
    if ([...kept.effects, ...kept.whole].some((each) => each.hash !== hash)) throw conflict();
    return { ...kept, hash };
  }

  /**
   * The answer, when it is a new one. Another node may carry out the same request meanwhile: what it has done is
   * replayed, so that both give the same answer.
   */
  async function carryOut(ctx: Context, answering: Answering, id: string): Promise<ResponseRecord | null> {
    let kept = await keptFor(ctx, id);
    for (let attempt = 1; kept.whole.length === 0; attempt += 1) {
      const request = { id, hash: kept.hash, done: kept.effects };
      const { error, recorded, isDecided } = await attemptOf(request, () => answering(ctx));
      const isLast = isDecided || attempt === ATTEMPTS_MAX;
      const later = isLast ? null : await keptFor(ctx, id);
      if (!later || !hasMore(later, [...kept.effects.map(({ _id }) => _id), ...recorded])) {
        if (error) throw error;
        return keepsAnswer ? wholeAnswer(ctx, id, kept.hash) : null;
      }
      kept = later;
    }
    present(ctx, kept.whole[0] as ResponseRecord);
    return null;
  }

  return (answering: Answering): Middleware =>
    async function answerRequestOnce(ctx: Context) {
      const key = idempotencyKey(ctx.headers);
      if (key === null) return answering(ctx);
      const { accountId } = ctx.state.holder;
      const id = `${accountId}:${key}`;
      const end = await mutex.acquire(id);
      try {
        const answer = await carryOut(ctx, answering, id);
        // The client does not wait for this. If it fails, the records of the effects answer a repeated request.
        if (answer) void users.tryAsk(accountId, { type: 'keep_answer', answer }).finally(end);
        else end();
      } catch (error) {
        end();
        throw error;
      }
    };
}

type Dated = (ResponseRecord & { rev: number }) | IdempotencyRecord;

interface Kept {
  whole: ResponseRecord[];
  effects: IdempotencyRecord[];
}

/** Effects in the order in which they were made. */
async function keptAnswers(reader: Reader, id: string, since: number): Promise<Kept> {
  const found = await reader.range<Dated>('answers', {
    index: '_id',
    gt: `${id}:`,
    lt: `${id};`,
  });
  const kept = found.filter(({ rev }) => rev > since);
  const effects = kept.filter((each): each is IdempotencyRecord => 'reply' in each);
  return {
    whole: kept.filter((each): each is ResponseRecord & { rev: number } => 'status' in each),
    effects: effects.sort((a, b) => a._id.length - b._id.length || (a._id < b._id ? -1 : 1)),
  };
}

const hasMore = ({ whole, effects }: Kept, known: string[]): boolean =>
  whole.length > 0 || effects.some(({ _id }) => !known.includes(_id));

/** Everything that makes it this request and no other. */
function hashOf(ctx: Context): string {
  const said = JSON.stringify([ctx.method, ctx.path, ctx.querystring, ctx.request.body ?? null]);
  return hash('sha256', said, 'base64url');
}

function wholeAnswer(ctx: Context, id: string, hash: string): ResponseRecord | null {
  const body = ctx.body === undefined || ctx.body === null ? null : JSON.stringify(ctx.body);
  if (body !== null && body.length > ANSWER_CHARS_MAX) return null;
  return { _id: `${id}:0`, hash, status: ctx.status, body };
}

function present(ctx: Context, { status, body }: ResponseRecord): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  if (body !== null) ctx.body = JSON.parse(body);
}

const conflict = () =>
  new RefusalError('idempotency_conflict', { message: 'This Idempotency-Key was used before with another request.' });
