/** REST as the pages ask it, and what stands in the way as data that is shown. */
import { type ErrorData, errorData, MeydanError } from '#sdk/errors.js';
import { type Answer, type OperationPath, type RequestArguments, Rest } from '#sdk/rest.js';
import { FileProblem } from './file-problem.js';

/** Of this page alone: what it asks before it knows who is there, and everything after. */
export const rest = new Rest({ url: '' });

export function wireOf(error: unknown): ErrorData {
  if (error instanceof MeydanError) return errorData(error);
  return error instanceof FileProblem ? error.wire : { code: 'network', message: String(error) };
}

/** With the session of this browser, typed by method and path. Throws the refusal. */
export const call = <K extends OperationPath>(operation: K, ...request: RequestArguments<K>): Promise<Answer<K>> =>
  rest.request(operation, ...request);
