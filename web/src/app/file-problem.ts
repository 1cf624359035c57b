import type { WireError } from '../api-types.js';

/** A file that cannot be sent, found by the page itself or by the upload. */
export class FileProblem extends Error {
  override name = 'FileProblem';
  readonly wire: WireError;
  constructor(wire: WireError) {
    super(wire.message);
    this.wire = wire;
  }
}
