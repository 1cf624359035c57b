import { asyncApiDocument } from '../protocol/asyncapi.js';
import { endpoints } from '../protocol/endpoints.js';
import { openApiDocument } from '../protocol/openapi.js';
import { VERSION } from '../protocol/version.js';

/**
 * What the service tells of itself is described by joi, which holds a processor for a second or two; what it found is
 * kept for the documents that are served. It is over before rooms are this node's: they would wait for it, and on a
 * busy machine the lease would not.
 */
export function describeItself(): void {
  openApiDocument(endpoints, { version: VERSION });
  asyncApiDocument({ version: VERSION });
}
