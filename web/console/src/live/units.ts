/** The unit of a chart’s values. */
export type Unit = 'rate' | 'ms' | 'count' | 'cores' | 'mb';
