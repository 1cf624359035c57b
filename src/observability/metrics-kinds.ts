/** Constructors of the metrics, in one form. */
import { Counter, Histogram, type Registry } from 'prom-client';

export const secondsFast = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
export const sizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

export function histogram(registry: Registry, name: string, help: string, buckets: number[]): Histogram {
  return new Histogram({ name, help, buckets, registers: [registry] });
}

export function counter(registry: Registry, name: string, help: string, label: string): Counter {
  return new Counter({ name, help, labelNames: [label], registers: [registry] });
}
