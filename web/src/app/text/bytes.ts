import { locale } from './text.js';

const units = ['byte', 'kilobyte', 'megabyte'] as const;

/** 812 byte, 48 kB, 2.4 MB: a file size in the language of the page. */
export function bytesName(bytes: number): string {
  const step = bytes < 1_024 ? 0 : bytes < 1_048_576 ? 1 : 2;
  const value = bytes / 1_024 ** step;
  return value.toLocaleString(locale(), {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  });
}
