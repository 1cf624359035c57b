/** The way of a request with an Idempotency-Key into one process, as the edge has it. */
import type { Context } from 'koa';
import type { Rooms } from '#actors/room/commands.js';
import type { Env } from '#actors/runtime/env.js';
import type { Users } from '#actors/user/commands.js';
import { idempotentClient } from '#http/idempotency/idempotent-client.js';
import { answerOnce } from '#http/middleware/idempotency.js';
import type { Node } from '#src/node.js';
import type { Store } from '#src/store/store.js';

export interface KeyedRequest {
  account: string;
  key: string;
  /** What it asks for: another one under the same key is refused. */
  body: unknown;
  /** With names that the process makes, which are others at each attempt. */
  work(parts: { rooms: Rooms; users: Users; env: Env }): Promise<unknown>;
}

/** Resolves with the answer, rejects with a refusal. */
export type KeyedRequests = (request: KeyedRequest) => Promise<unknown>;

export function keyedRequests(node: Node, reader: Store, env: Env): KeyedRequests {
  const once = answerOnce({ users: node.users, reader, env });
  const parts = { rooms: idempotentClient(node.rooms), users: idempotentClient(node.users), env };
  return async ({ account, key, body, work }) => {
    const ctx = {
      headers: { 'idempotency-key': key },
      state: { holder: { accountId: account } },
      method: 'POST',
      path: '/',
      querystring: '',
      request: { body },
      status: 404,
      body: undefined as unknown,
      set: () => undefined,
    };
    const answer = once(async () => {
      ctx.body = await work(parts);
      ctx.status = 201;
    });
    await answer(ctx as unknown as Context, async () => undefined);
    return ctx.body;
  };
}
