import type { ComponentChild } from 'preact';
import { sentenceOf, useText } from '../app/text/text.js';
import type { Loaded } from './use-loaded.js';

interface LoadedPartProps<T> {
  loaded: Loaded<T>;
  children: (value: T) => ComponentChild;
}

/** The loaded value, a loading line, or the error with a button that retries. */
export function LoadedPart<T>({ loaded: { value, error, again }, children }: LoadedPartProps<T>) {
  const text = useText();
  if (error) {
    return (
      <div class="panel-card form" role="alert" data-testid="part-fault">
        <p>
          {text.loadFailed} {sentenceOf(text, error)}
        </p>
        <button type="button" class="button button-quiet" data-testid="part-again" onClick={again}>
          {text.again}
        </button>
      </div>
    );
  }
  if (value === null) {
    return (
      <p class="form-hint" role="status">
        {text.loading}
      </p>
    );
  }
  return <>{children(value)}</>;
}
