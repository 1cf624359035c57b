import { ImportError } from '../common-form.js';
import { VALUE_BYTES_MAX } from '../import-bounds.js';

export interface Line {
  text: string;
  /** Its number, from 1. */
  number: number;
}

/** The lines of a file that are not blank. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>, place: string): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [open, number] = ['', 0];
  const decoded = (piece?: Uint8Array): string => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new ImportError(`${place}, line ${number + 1}`, 'it is not UTF-8');
    }
  };
  for await (const piece of pieces) {
    const lines = (open + decoded(piece)).split('\n');
    open = lines.pop() as string;
    for (const text of lines) {
      number += 1;
      if (text.trim() !== '') yield { text, number };
    }
    if (open.length > VALUE_BYTES_MAX) {
      throw new ImportError(`${place}, line ${number + 1}`, `it has more than ${VALUE_BYTES_MAX} characters`);
    }
  }
  open += decoded();
  if (open.trim() !== '') yield { text: open, number: number + 1 };
}
