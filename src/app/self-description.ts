import { asyncApiDocument } from '../protocol/asyncapi.js';
import { endpoints } from '../protocol/endpoints.js';
import { openApiDocument } from '../protocol/openapi.js';
import { VERSION } from '../protocol/version.js';

/**
 * joi needs a second or two to describe the interface, and blocks the main thread meanwhile. The result is cached for
 * the documents. It runs before the node owns slots: otherwise its rooms would wait, and on a busy machine its lease
 * could expire.
 */
export function describeItself(): void {
  openApiDocument(endpoints, { version: VERSION });
  asyncApiDocument({ version: VERSION });
}
