/** Asking an actor of another node, and every node at once. */
import { Peers } from '#actors/cluster/peers.js';
import { type HopTracer, Router } from '#actors/cluster/router.js';
import { heaviest } from '#actors/cluster/slots.js';
import type { Answer } from '#actors/runtime/client.js';
import { hashOf, SLOTS, slotOf } from '#src/domain/slots.js';
import { breath, VirtualEnv } from '../../support/time/virtual-env.js';
import { MemoryNetwork } from './memory-transport.js';

type Asked = { kind: string; id: string; command: { type: string }; options: object };
const done = (value: unknown): Answer<unknown> => ({ ok: true, value });
const unavailable = { ok: false, code: 'unavailable', retryAfterMs: 250 };
const owner = (token: string) => ({ name: token.slice(0, 1), token, isLeaving: false });

/** The node `a1` beside the node `b1`; an actor is where `at` says. */
function routed(at: { owner: string | null; isHere: boolean }, tracer?: HopTracer) {
  const env = new VirtualEnv();
  const network = new MemoryNetwork();
  const [transport, other] = [network.join(), network.join()];
  void transport.listen('a1');
  void other.listen('b1');
  const asked: Asked[] = [];
  const errors: string[] = [];
  const slots: number[] = [];
  const taken: string[] = [];
  const router = new Router({
    system: {
      knows: (_, type) => type !== 'of_later',
      askHere: (kind, id, command, options) => {
        asked.push({ kind, id, command: command as { type: string }, options });
        return at.isHere ? Promise.resolve(done('here')) : null;
      },
    },
    coordinator: {
      token: 'a1',
      takes: () => at.isHere,
      ownerOf: (slot) => {
        slots.push(slot);
        return at.owner === null ? null : owner(at.owner);
      },
    },
    transport,
    env,
    tracer,
    onTaken: (id) => void taken.push(id),
    onError: (what, _, cause) => void errors.push(cause ? `${what} (${cause.requestId})` : what),
  });
  const client = router.client<{ type: string }, Record<string, unknown>>('room');
  return { env, router, client, transport, other, network, asked, errors, slots, taken };
}

describe('a request to an actor', () => {
  it('is answered here where the actor is here, without a message', async () => {
    const { client, transport, asked, taken } = routed({ owner: 'a1', isHere: true });
    expect(await client.tryAsk('r', { type: 'view' }, { recording: { id: 'i', hash: 'h' } })).toEqual(done('here'));
    const options = { recording: { id: 'i', hash: 'h' }, deadlineMs: 10_000 };
    expect(asked).toEqual([{ kind: 'room', id: 'r', command: { type: 'view' }, options }]);
    expect([transport.asked, taken]).toEqual([[], ['r']]);
  });

  it('is sent to the node that owns the actor, with the time that is left', async () => {
    const { client, transport, other, slots, taken } = routed({ owner: 'b1', isHere: false });
    other.onRequest(async () => ({ type: 'answer', answer: done('there') }));
    expect(await client.tryAsk('r', { type: 'view' }, { deadlineMs: 700 })).toEqual(done('there'));
    const body = { type: 'ask', kind: 'room', id: 'r', command: { type: 'view' }, options: { deadlineMs: 700 } };
    expect(transport.asked).toEqual([{ to: 'b1', body, timeoutMs: 700 }]);
    // It is work of the node that takes it on.
    expect([slots, taken]).toEqual([[slotOf('r')], []]);
  });

  it('is repeated soon where the actor has moved: the node that was asked did nothing', async () => {
    const at = { owner: 'b1', isHere: false };
    const { env, client, transport, other } = routed(at);
    other.onRequest(async () => ({ type: 'moved' }));
    const answer = client.tryAsk('r', { type: 'view' });
    await breath();
    await env.advance(49);
    expect(transport.asked).toHaveLength(1);
    await env.advance(1);
    expect(transport.asked.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 9_950]);
    at.isHere = true;
    await env.advance(50);
    expect(await answer).toEqual(done('here'));
  });

  it('is not repeated after an answer that never came: its outcome is unknown', async () => {
    const { client, transport, network, errors } = routed({ owner: 'b1', isHere: false });
    network.silent.add('b1');
    const cause = { requestId: 'r1' };
    expect(await client.tryAsk('r', { type: 'view' }, { cause })).toEqual(unavailable);
    expect(transport.asked).toHaveLength(1);
    expect(errors).toEqual(['request to another node failed (r1)']);
  });

  it.each([null, 'a1'])(
    'of which %s is the owner is asked here until its deadline, and is then unavailable',
    async (of) => {
      const { env, client, transport, asked } = routed({ owner: of, isHere: false });
      let answer: unknown = null;
      void client.tryAsk('r', { type: 'view' }, { deadlineMs: 120 }).then((given) => {
        answer = given;
      });
      await breath();
      await env.advance(119);
      expect([answer, asked.length]).toEqual([null, 3]);
      await env.advance(1);
      await breath();
      expect(answer).toEqual(unavailable);
      expect([asked.length, transport.asked]).toEqual([3, []]);
      expect(asked.map(({ options }) => options)).toEqual([
        { deadlineMs: 120 },
        { deadlineMs: 70 },
        { deadlineMs: 20 },
      ]);
    },
  );

  it('of another node is answered where the actor is here, and refused as moved where it is not', async () => {
    const at = { owner: 'a1', isHere: true };
    const { router } = routed(at);
    const request = { type: 'ask', kind: 'room', id: 'r', command: { type: 'view' }, options: {} } as const;
    expect(await router.onAsk(request)).toEqual({ type: 'answer', answer: done('here') });
    at.isHere = false;
    expect(await router.onAsk(request)).toEqual({ type: 'moved' });
  });

  it('of a newer node is refused where this version does not know the command', async () => {
    const { router, asked } = routed({ owner: 'a1', isHere: true });
    const request = { type: 'ask', kind: 'room', id: 'r', command: { type: 'of_later' }, options: {} } as const;
    expect(await router.onAsk(request)).toEqual({ type: 'answer', answer: unavailable });
    expect(asked).toEqual([]);
  });
});

describe('the way of a request to another node', () => {
  /** Every hop, and with what it ended. */
  function traced() {
    const hops: unknown[] = [];
    const hop = (node: string, parent: string) => ({
      place: `${parent}.${node}`,
      end: (refusal: string | null = null) => void hops.push([node, parent, refusal]),
    });
    return { hops, ...routed({ owner: 'b1', isHere: false }, { hop }) };
  }
  const cause = { requestId: 'r1', trace: 't' };

  it('is a part of the trace of its cause, which goes on there', async () => {
    const { client, other, transport, hops } = traced();
    other.onRequest(async () => ({ type: 'answer', answer: done('there') }));
    expect(await client.tryAsk('r', { type: 'view' }, { cause })).toEqual(done('there'));
    expect(transport.asked.map(({ body }) => (body as Asked).options)).toEqual([
      { cause: { requestId: 'r1', trace: 't.b' }, deadlineMs: 10_000 },
    ]);
    expect(hops).toEqual([['b', 't', null]]);
  });

  it('is no part of a trace where its cause has none', async () => {
    const { client, other, hops } = traced();
    other.onRequest(async () => ({ type: 'answer', answer: done('there') }));
    await client.tryAsk('r', { type: 'view' }, { cause: { requestId: 'r1' } });
    await client.tryAsk('r', { type: 'view' });
    expect(hops).toEqual([]);
  });

  it('says why it brought no answer: the actor has moved, or the node was silent', async () => {
    const { env, client, other, network, hops } = traced();
    other.onRequest(async () => ({ type: 'moved' }));
    const answer = client.tryAsk('r', { type: 'view' }, { cause });
    await breath();
    network.silent.add('b1');
    await env.advance(50);
    expect(await answer).toEqual(unavailable);
    expect(hops).toEqual([
      ['b', 't', 'moved'],
      ['b', 't', 'unavailable'],
    ]);
  });
});

describe('a message to an actor', () => {
  it('is handed to the actor here', async () => {
    const { router, asked, transport } = routed({ owner: 'a1', isHere: true });
    await router.tell('room', 'r', { type: 'poke' });
    expect(asked).toEqual([{ kind: 'room', id: 'r', command: { type: 'poke' }, options: {} }]);
    expect(transport.sent).toEqual([]);
    const cause = { requestId: 'r1' };
    await router.tell('room', 'r', { type: 'poke' }, cause);
    expect(asked[1]?.options).toEqual({ cause });
  });

  it('is sent to the owner, once', async () => {
    const { env, router, transport, slots } = routed({ owner: 'b1', isHere: false });
    await router.tell('room', 'r', { type: 'poke' });
    await env.advance(1_000);
    expect(transport.sent).toEqual([['b1', { type: 'tell', kind: 'room', id: 'r', command: { type: 'poke' } }]]);
    expect(slots).toEqual([slotOf('r')]);
  });

  it('goes along with the request that it belongs to, which is named where it is undeliverable', async () => {
    const at = { owner: 'b1' as string | null, isHere: false };
    const { env, router, transport, errors } = routed(at);
    const cause = { requestId: 'r1' };
    await router.tell('room', 'r', { type: 'poke' }, cause);
    expect(transport.sent).toEqual([['b1', { type: 'tell', kind: 'room', id: 'r', command: { type: 'poke' }, cause }]]);
    at.owner = null;
    void router.tell('room', 'r', { type: 'poke' }, cause);
    await env.advance(2_000);
    await breath();
    expect(errors).toEqual(['message to a room was undeliverable (r1)']);
  });

  it.each([null, 'a1'])(
    'of which %s is the owner is tried twenty times within two seconds, then reported',
    async (of) => {
      const { env, router, asked, errors, transport } = routed({ owner: of, isHere: false });
      void router.tell('room', 'r', { type: 'poke' });
      await env.advance(1_900);
      expect([asked.length, errors]).toEqual([20, []]);
      await env.advance(99);
      expect(errors).toEqual([]);
      await env.advance(1);
      await breath();
      expect(errors).toEqual(['message to a room was undeliverable']);
      expect([asked.length, transport.sent]).toEqual([20, []]);
    },
  );
});

describe('a question to every node', () => {
  it('goes to all others; a node that cannot answer says nothing', async () => {
    const network = new MemoryNetwork();
    const [own, b, c, d] = [network.join(), network.join(), network.join(), network.join()];
    await Promise.all([own.listen('a1'), b.listen('b1'), c.listen('c1'), d.listen('d1')]);
    const nodes = ['a1', 'b1', 'c1', 'd1'].map(owner);
    const table = { version: 1, nodes, owners: new Map<number, string>(), placements: new Map() };
    const peersOf = (token: string, transport = own) => new Peers({ coordinator: { table, token }, transport });
    const [asking, answering] = [peersOf('a1'), peersOf('b1', b)];
    answering.handle('count', async (body) => ({ of: body, n: 3 }));
    b.onRequest((_, body) => answering.onRequest(body as Parameters<Peers['onRequest']>[0]));
    c.onRequest(async () => ({ type: 'moved', value: 1 }));
    expect(await asking.askAll('count', { room: 'r' }, 800)).toEqual([
      { node: nodes[1], value: { of: { room: 'r' }, n: 3 } },
      { node: nodes[2], value: null },
      { node: nodes[3], value: null },
    ]);
    expect(own.asked.map(({ to, timeoutMs }) => [to, timeoutMs])).toEqual([
      ['b1', 800],
      ['c1', 800],
      ['d1', 800],
    ]);
    expect((own.asked[0] as { body: unknown }).body).toEqual({ type: 'peer', what: 'count', body: { room: 'r' } });
    await expect(answering.onRequest({ type: 'peer', what: 'other', body: null })).rejects.toThrow('other');
  });
});

describe('the slot of an actor', () => {
  it('is the same on every node and in every version: logs and leases name it', () => {
    const ids = ['', 'a', 'kahve', '0b9f6c1e-3d0a-4f43-9d0a-0d6f1a2b3c4d', 'İstanbul'];
    expect(ids.map(slotOf)).toEqual([11, 435, 16, 964, 73]);
  });

  it('goes to the first of two names by the alphabet where both have one weight in it', () => {
    const [one, other] = ['node-522789', 'node-739192'] as const;
    expect(hashOf(`${one}#7`)).toBe(hashOf(`${other}#7`));
    expect([heaviest(7, [one, other]), heaviest(7, [other, one])]).toEqual([one, one]);
  });

  it('goes to one of the names, whatever their order, and in about equal shares', () => {
    const names = ['a', 'b', 'c', 'node-4'];
    const all = Array.from({ length: SLOTS }, (_, slot) => slot);
    const taken = all.map((slot) => heaviest(slot, names));
    expect(all.map((slot) => heaviest(slot, names.toReversed()))).toEqual(taken);
    expect(taken.slice(0, 12).join(' ')).toBe('node-4 a node-4 b a node-4 node-4 b b b a a');
    for (const name of names) {
      const share = taken.filter((taker) => taker === name).length;
      expect(Math.abs(share - SLOTS / 4)).toBeLessThan(SLOTS / 20);
    }
    expect(heaviest(1, [])).toBeNull();
    // Two names of the same weight: every node agrees on the lesser one.
    expect(heaviest(7, ['node-cead67', 'node-b598df'])).toBe('node-b598df');
    expect(heaviest(7, ['node-b598df', 'node-cead67'])).toBe('node-b598df');
    // A node that leaves moves its own share alone.
    const without = all.map((slot) => heaviest(slot, ['a', 'b', 'c']));
    expect(all.filter((slot) => taken[slot] !== 'node-4' && without[slot] !== taken[slot])).toEqual([]);
  });
});
