/** Called for each message, with its length in characters. */
export interface TransportMetrics {
  linked(direction: 'in' | 'out', length: number): void;
}
