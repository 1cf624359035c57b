export interface TransportMetrics {
  /** Called for each message, with its length in characters. */
  linked(direction: 'in' | 'out', length: number): void;
}
