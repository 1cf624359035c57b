/** What lies in the file of the embedded engine, for those who look at it from outside. */
import type { CollectionName } from '#src/store/collections.js';
import { keysOf } from '#src/store/embedded/columns.js';
import { docsOf, sentDoc } from '#src/store/embedded/documents.js';
import type { RowPage } from '#src/store/embedded/row-pages.js';
import type { Request, WriteStep } from '#src/store/embedded/worker-protocol.js';
import type { Doc, Range, Scalar, Write } from '#src/store/store.js';
import { pointField } from '#src/store/validate.js';
import { Documents, type Outcome } from '../edges/documents.js';

export class EmbeddedDocuments extends Documents {
  readonly #ask: (request: Request) => unknown;

  constructor(ask: (request: Request) => unknown) {
    super();
    this.#ask = ask;
  }

  override get<T extends Doc>(from: CollectionName, id: string): T | null {
    return this.points<T>(from, '_id', [id])[0] ?? null;
  }

  override points<T extends Doc>(from: CollectionName, index: string, values: Scalar[]): (T | null)[] {
    const field = index === '_id' ? '_id' : pointField(from, index);
    const found = this.#read<T>({ op: 'points', from, field, values });
    return values.map(
      (value) => found.find((doc) => (doc as unknown as Record<string, unknown>)[field] === value) ?? null,
    );
  }

  override range<T extends Doc>(from: CollectionName, range: Range): T[] {
    return this.#read<T>({ op: 'range', from, range });
  }

  override count(from: CollectionName, range: Range): number {
    return this.#ask({ op: 'count', from, range }) as number;
  }

  override attempt(write: Write): Outcome {
    const [isDone] = this.#ask({ op: 'write', steps: [stepOf(write)] }) as boolean[];
    return isDone ? 'done' : 'guard';
  }

  #read<T extends Doc>(request: Extract<Request, { from: CollectionName }>): T[] {
    return docsOf<T>(request.from, this.#ask(request) as string[] | RowPage);
  }
}

function stepOf(write: Write): WriteStep {
  if (write.op !== 'put') return { ...write };
  const { doc, guard } = write;
  return { op: 'put', in: write.in, id: doc._id, doc: sentDoc(write.in, doc), keys: keysOf(write.in, doc), guard };
}
