/** The nodes of `npm run cluster`, without a cluster: processes that cannot start. */
import { Nodes } from '../../../scripts/cluster/nodes.mjs';

const balancer = { add: () => {}, hold: () => {}, look: async () => {}, isReady: () => false };

describe('the nodes of the script', () => {
  it.each([
    ['neighbouring ports', 20_990],
    ['free ports', 0],
  ])(
    'have names and %s of their own when they are added at the same time',
    async (_, basePort) => {
      const settings = { PATH: process.env.PATH, MONGODB_URI: 'no address' } as unknown as NodeJS.ProcessEnv;
      const nodes = new Nodes({ settings, balancer, basePort, baseMetricsPort: basePort && basePort + 10 });
      const started = await Promise.allSettled([nodes.add(), nodes.add(), nodes.add()]);
      await nodes.stop();
      expect(started.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      expect(nodes.all.map(({ name }) => name)).toEqual(['node-1', 'node-2', 'node-3']);
      expect(new Set(nodes.all.flatMap(({ port, metricsPort }) => [port, metricsPort])).size).toBe(6);
    },
    60_000,
  );
});
