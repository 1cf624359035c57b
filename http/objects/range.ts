/** The requested range of bytes: first and last, both included. */
export interface Span {
  first: number;
  last: number;
}

/**
 * The span that a Range header requests of so many bytes: null for the whole, `unsatisfiable` for bytes beyond the end.
 * Several ranges at once, and headers that are no range of bytes, are answered with the whole, as RFC 9110 allows.
 */
export function spanOf(header: string, bytes: number): Span | null | 'unsatisfiable' {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  if (from === '') {
    const length = Math.min(Number(to), bytes);
    return length === 0 ? 'unsatisfiable' : { first: bytes - length, last: bytes - 1 };
  }
  const first = Number(from);
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= bytes ? 'unsatisfiable' : { first, last };
}
