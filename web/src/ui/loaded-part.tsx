import type { ComponentChild } from 'preact';
import type { WireError } from '../api-types.js';
import { sentenceOf, useText } from '../app/text/text.js';
import type { Loaded } from './use-loaded.js';

interface LoadedPartProps<T> {
  loaded: Loaded<T>;
  children: (value: T) => ComponentChild;
}

/** The loaded value, a loading line, or the error with a button that retries. */
export function LoadedPart<T>({ loaded: { value, error, again }, children }: LoadedPartProps<T>) {
  if (error) return <LoadFault error={error} again={again} />;
  if (value === null) return <Loading />;
  return <>{children(value)}</>;
}

export function LoadFault({ error, again }: { error: WireError; again: () => void }) {
  const text = useText();
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

export function Loading() {
  const text = useText();
  return (
    <p class="form-hint" role="status">
      {text.loading}
    </p>
  );
}
