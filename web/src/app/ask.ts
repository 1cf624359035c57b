/** Requests that show their error as a notice instead of throwing it. */
import type { Answer, OperationPath, RequestArguments } from '#sdk/rest.js';
import { call, wireOf } from './api.js';
import { notify } from './app-state.js';

export const notifyError = (error: unknown): void => notify(wireOf(error));

/** The response, or null after the error was shown. */
export async function ask<K extends OperationPath>(
  operation: K,
  ...request: RequestArguments<K>
): Promise<Answer<K> | null> {
  try {
    return await call(operation, ...request);
  } catch (error) {
    notifyError(error);
    return null;
  }
}

/** For operations without a response body: whether the call succeeded. */
export async function done<K extends OperationPath>(operation: K, ...request: RequestArguments<K>): Promise<boolean> {
  try {
    await call(operation, ...request);
    return true;
  } catch (error) {
    notifyError(error);
    return false;
  }
}
