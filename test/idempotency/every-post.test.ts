/** Every POST of the interface, repeated under one key: one effect, and the first answer each time. */

import { endpoints } from '#src/protocol/endpoints.js';
import { takesIdempotencyKey } from '#src/protocol/schema/endpoint.js';
import { type CollectionName, collections } from '#src/store/collections.js';
import type { Doc, Store } from '#src/store/store.js';
import { operator } from '../people/operator.js';
import { bootApp } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { type PostLine, postLines, type Scene } from './post-lines.js';

const posts = endpoints.filter(takesIdempotencyKey);

/**
 * Everything stored but the kept answers, the audit rows, of which each request writes one, and the rooms of earlier
 * requests, which leave memory meanwhile.
 */
async function everythingIn(store: Store, earlier: Set<unknown>): Promise<string[]> {
  const names = (Object.keys(collections) as CollectionName[]).filter(
    (name) => !['answers', 'meta', 'audit'].includes(name),
  );
  const found = await Promise.all(
    names.map(async (name) => {
      const stored = await store.range<Doc & { room?: string }>(name, { index: '_id', limit: 10_000 });
      const docs = stored.filter(({ _id, room = _id }) => !earlier.has(room));
      // A copy of one's own data is being made meanwhile.
      return docs.map((doc) => `${name} ${name === 'exports' ? doc._id : JSON.stringify(doc)}`);
    }),
  );
  return found.flat();
}

/** What is signed for some time may be signed anew. */
const unsigned = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === 'string' && inner.startsWith('http') ? inner.replace(/\?.*$/, '') : inner,
  );

onEachEngine('a POST with an Idempotency-Key', (engine) => {
  describe('repeated', () => everyPost(engine));
});

function everyPost(engine: EngineSettings): void {
  let rooms = 0;
  const made: string[] = [];
  let scene: Scene;

  beforeAll(async () => {
    const { MONGODB_URI } = engine();
    const booted = await bootApp(MONGODB_URI ? { mongodbUri: MONGODB_URI } : {});
    const [ada, bob, eda] = [await booted.person('ada'), await booted.person('bob'), await booted.person('eda')];
    scene = { booted, ada, bob, eda, operator: operator(booted), panel: ada, slug: '', messageId: '' };
  }, 120_000);
  afterAll(() => scene.booted[Symbol.asyncDispose]());

  beforeEach(async () => {
    rooms += 1;
    const { ask } = scene.booted;
    scene.slug = `oda-${rooms}`;
    const created = await ask(scene.ada, 'POST', '/api/rooms', { name: 'Oda', slug: scene.slug });
    made.push(created.body.room.id);
    await ask(scene.bob, 'POST', `/api/rooms/${scene.slug}/join`);
    const { body } = await ask(scene.ada, 'POST', `/api/rooms/${scene.slug}/messages`, { body: 'merhaba' });
    scene.messageId = body.message.id;
  });

  async function prepare(path: string, { before, params = {}, body }: PostLine) {
    const found = { slug: scene.slug, id: scene.messageId, ...params, ...(await before?.(scene)) };
    const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name) => (found as never)[name] ?? `{${name}}`);
    return { path: filled(path), body: body === undefined ? undefined : JSON.parse(filled(JSON.stringify(body))) };
  }

  it.each(posts.map(({ path }) => path))('%s has one effect, and is answered alike', async (path) => {
    const line = postLines[path];
    if (!line) throw new Error(`post-lines.ts says nothing about POST ${path}`);
    const request = await prepare(path, line);
    const { ask, app } = scene.booted;
    const post = () => ask(scene[line.as], 'POST', request.path, request.body, { 'idempotency-key': `k-${rooms}` });

    const first = await post();
    expect([first.status, first.body?.error]).toEqual([line.status, undefined]);
    const earlier = new Set(made.slice(0, -1));
    const after = await everythingIn(app.store, earlier);
    const second = await post();
    expect([second.status, second.body]).toEqual([first.status, first.body]);

    if (line.looksOnly) return;
    // As if the process had ended between the effect and the answer: only what the commit itself recorded is left.
    const whole = `${scene[line.as].accountId}:k-${rooms}:0`;
    await app.store.write([{ op: 'del', in: 'answers', id: whole }]);
    const third = await post();
    expect([third.status, unsigned(third.body)]).toEqual([first.status, unsigned(first.body)]);
    expect(await everythingIn(app.store, earlier)).toEqual(after);
  });
}
