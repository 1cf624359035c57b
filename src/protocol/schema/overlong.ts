import type { JsonSchema } from './json-schema.js';

/** The answer precedes routing, so that every path can have it. */
export const overlongAnswer = (shape: 'Error' | 'V1Error'): Record<string, JsonSchema> => ({
  431: {
    description: '`invalid_request`: the address and the headers together are larger than 16 kB.',
    headers: { 'x-request-id': { $ref: '#/components/headers/x-request-id' } },
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${shape}` } } },
  },
});
