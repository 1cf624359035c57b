export interface Node {
  number: number;
  name: string;
  port: number;
  metricsPort: number | 'off';
}

export class Nodes {
  constructor(options: {
    settings: NodeJS.ProcessEnv;
    balancer: { add(): void; hold(): void; look(): Promise<void>; isReady(): boolean };
    basePort: number;
    baseMetricsPort: number | 'off';
  });
  get all(): Node[];
  add(): Promise<Node>;
  stop(): Promise<void>;
}
