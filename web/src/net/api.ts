/** REST as the pages ask it, and what stands in the way as data that is shown. */
import { type ErrorData, errorData, MeydanError } from '#sdk/errors.js';
import { type OperationPath, type Request, Rest } from '#sdk/rest.js';
import { FileProblem } from './file-problem.js';

/** Of this page alone: what it asks before it knows who is there, and everything after. */
export const rest = new Rest({ url: '' });

export function wireOf(error: unknown): ErrorData {
  if (error instanceof MeydanError) return errorData(error);
  return error instanceof FileProblem ? error.wire : { code: 'network', message: String(error) };
}

/** With the session of this browser. `key` makes a call that is sent again the same call. */
export function authorized<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
  const request = { ...(body && { body }), ...(key && { key }) } as Request<OperationPath>;
  // The addresses of the page are filled in where they are asked for, so their answers are named there as well.
  return rest.request(`${method} /api${path}` as OperationPath, request) as Promise<T>;
}
