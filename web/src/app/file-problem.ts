import type { WireError } from '../api-types.js';

/** A file that cannot be sent: the page says so itself, before or beside the service. */
export class FileProblem extends Error {
  override name = 'FileProblem';
  readonly wire: WireError;
  constructor(wire: WireError) {
    super(wire.message);
    this.wire = wire;
  }
}
