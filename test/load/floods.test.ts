/**
 * What others notice of somebody without manners. `npm run test:soak -- floods` looks longer and holds tighter bounds;
 * here a flood is short, beside other tests, and fails only what is grossly missed.
 */
import { SOCKET_FRAMES_PER_SECOND } from '#src/domain/limits.js';
import { type Figures, type Flood, type FloodedService, openFloodedService } from './flooded-service.js';

const SECONDS = Number(process.env.FLOOD_S ?? 2);
const isSoak = process.env.FLOOD_S !== undefined;
const bounds = isSoak
  ? { p50Ms: 150, p99Ms: 1_500, loopP99Ms: 500, memoryMb: 400 }
  : { p50Ms: 10_000, p99Ms: 30_000, loopP99Ms: 10_000, memoryMb: 300 };

/** One member on four connections, each with 250 operations under way at all times. */
const member = (kind: string): Flood => ({ kind, sockets: 4, inFlight: 250 });
const each = ['edit', 'react', 'read', 'send', 'typing', 'list', 'open', 'broken', 'unknown'].map(member);
const floods: Flood[] = [
  ...(isSoak ? each : []),
  member('mixed'),
  { kind: 'readers', sockets: isSoak ? 80 : 20, inFlight: 8 },
  { kind: 'coming', sockets: isSoak ? 100 : 20, inFlight: 1 },
  // The last: it uses up the failed handshakes of the network.
  { kind: 'knocking', sockets: isSoak ? 1_000 : 100, inFlight: 1 },
];

describe('a flood', () => {
  let service: FloodedService;
  let quiet: Figures;
  beforeAll(async () => {
    service = await openFloodedService();
    await service.measure(null, 1);
    quiet = await service.measure(null, SECONDS);
    tell('nobody', quiet);
  }, 120_000);
  afterAll(() => service[Symbol.asyncDispose]());

  it.each(floods.map((flood) => [flood.kind, flood] as const))(
    'of one (%s) keeps nobody else waiting',
    async (kind, flood) => {
      const figures = await service.measure(flood, SECONDS);
      tell(kind, figures);
      for (const { p50, p99 } of [figures.room, figures.elsewhere]) {
        expect(p50).toBeLessThan(bounds.p50Ms);
        expect(p99).toBeLessThan(bounds.p99Ms);
      }
      expect(figures.loopP99Ms).toBeLessThan(bounds.loopP99Ms);
      expect(figures.memoryMb - quiet.memoryMb).toBeLessThan(bounds.memoryMb);
      expect(figures.flood.asked).toBeGreaterThan(0);
      if (flood.inFlight === 250) expect(figures.flood.answered).toBeLessThan(answersMax(figures));
    },
    120_000 + 10_000 * SECONDS,
  );
});

/** What is read in so many seconds, a second's worth at the beginning, and on each connection a piece of 64 KiB. */
const answersMax = ({ seconds }: Figures): number => SOCKET_FRAMES_PER_SECOND * (seconds + 1) + 4 * 700;

function tell(kind: string, { room, elsewhere, ...rest }: Figures): void {
  process.stderr.write(`${kind}: ${JSON.stringify({ room, elsewhere, ...rest })}\n`);
}
