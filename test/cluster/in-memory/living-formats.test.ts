/** The lowest format of the living nodes, as each node knows it from the lease table. */
import { knownMessages } from '#actors/cluster/known-messages.js';
import { livingFormat } from '#actors/cluster/living-format.js';
import { formatOfToken, newToken } from '#actors/cluster/node-token.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { FORMAT } from '#src/domain/format.js';
import { LATER, plantedFormats } from '../../support/rooms/planted-format.js';
import { BEAT_MS, LEASE_MS, world } from './nodes.js';

const OLDER = FORMAT - 1;

describe('the format that each living node knows', () => {
  it('is that of the oldest one, from its first heartbeat to its last', async () => {
    const { env, join, make } = world();
    expect(livingFormat(make('b', LATER).coordinator.table)).toBe(1);
    const a = await join('a', LATER);
    await env.advance(LEASE_MS + BEAT_MS);
    expect(livingFormat(a.coordinator.table)).toBe(LATER);
    const old = await join('b', OLDER);
    await env.advance(2 * BEAT_MS);
    expect([a, old].map(({ coordinator }) => livingFormat(coordinator.table))).toEqual([OLDER, OLDER]);
    await old.coordinator.stop();
    await env.advance(2 * BEAT_MS);
    expect(livingFormat(a.coordinator.table)).toBe(LATER);
  });

  it('is the first one where no life is known, and in tokens without a format', () => {
    expect(livingFormat({ version: -1, nodes: [], owners: new Map(), placements: new Map() })).toBe(1);
    const token = newToken({ uuid: () => '01234567-89ab-4def-8123-456789abcdef' }, 1);
    expect([token, formatOfToken(token)]).toEqual(['0123456789ab4', 1]);
  });

  it('is that of a dead life, too, that still has slots, because it may go on by extensions', () => {
    const token = (format: number) => newToken({ uuid: () => crypto.randomUUID() }, format);
    const [dead, newer] = [token(OLDER), token(LATER)];
    const nodes = [{ name: 'b', token: newer, isLeaving: false }];
    const tableOf = (owners: [number, string][]) => ({
      version: 1,
      nodes,
      owners: new Map(owners),
      placements: new Map(),
    });
    const owners: [number, string][] = [
      [0, dead],
      [1, newer],
    ];
    expect(livingFormat(tableOf(owners))).toBe(OLDER);
    expect(
      livingFormat(
        tableOf([
          [0, newer],
          [1, newer],
        ]),
      ),
    ).toBe(LATER);
  });

  it('grows by nothing that a node has missed while the lease table does not answer', async () => {
    const { env, join } = world();
    const a = await join('a', LATER);
    const old = await join('b', OLDER);
    await env.advance(LEASE_MS + 10 * BEAT_MS);
    a.table.isCut = true;
    await old.coordinator.stop();
    for (let beats = 0; beats < 30; beats += 1) {
      await env.advance(BEAT_MS);
      expect(livingFormat(a.coordinator.table)).toBeLessThanOrEqual(OLDER);
    }
    a.table.isCut = false;
    await env.advance(2 * LEASE_MS);
    expect(livingFormat(a.coordinator.table)).toBe(LATER);
  });
});

describe('a message between nodes that needs a format', () => {
  const [old, newer] = [FORMAT, LATER].map((format) => newToken({ uuid: () => crypto.randomUUID() }, format));
  let lowest = FORMAT;
  const sent: unknown[] = [];
  const transport = knownMessages(
    {
      request: async (to: string) => void sent.push(['request', to]),
      send: (to: string) => void sent.push(['send', to]),
      broadcast: () => void sent.push('broadcast'),
    } as unknown as NodeTransport,
    () => lowest,
  );
  const exchange = async (to: string) => {
    sent.length = 0;
    transport.send(to, { type: 'item' });
    transport.broadcast({ type: 'item' });
    const answer = await transport.request(to, { type: 'item' }, 1_000);
    return { sent: [...sent], answer };
  };

  beforeEach(() => plantedFormats.message('item'));
  afterEach(() => plantedFormats.end());

  it('reaches no node that does not know it, and a request is answered as one for another place', async () => {
    expect(await exchange(old as string)).toEqual({ sent: [], answer: { type: 'moved' } });
    lowest = LATER;
    expect(await exchange(newer as string)).toEqual({
      sent: [['send', newer], 'broadcast', ['request', newer]],
      answer: undefined,
    });
    lowest = FORMAT;
  });

  it('is sent to every node once it needs nothing new', async () => {
    plantedFormats.end();
    expect((await exchange(old as string)).sent).toHaveLength(3);
  });
});
