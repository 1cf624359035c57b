/** REST requests of the chat page, and errors as data for the views. */
import { type ErrorData, errorData, MeydanError } from '#sdk/errors.js';
import { type Answer, type OperationPath, type RequestArguments, Rest } from '#sdk/rest.js';
import { FileProblem } from './file-problem.js';

/** Without a session: for requests before the login. */
export const rest = new Rest({ url: '' });

export function wireOf(error: unknown): ErrorData {
  if (error instanceof MeydanError) return errorData(error);
  return error instanceof FileProblem ? error.wire : { code: 'network', message: String(error) };
}

/** With the session of this browser, typed by method and path. Throws the error. */
export const call = <K extends OperationPath>(operation: K, ...request: RequestArguments<K>): Promise<Answer<K>> =>
  rest.request(operation, ...request);
