import type { ComponentChildren } from 'preact';
import { defineTexts } from '#page/app/text/define-texts.js';
import { EmptyState } from '../empty-state.js';
import type { Query } from './use-query.js';

/** Defined here, because console and panel have their own texts. */
const { useTexts } = defineTexts({
  en: { loading: 'Loading …', failed: 'This could not be loaded.', again: 'Try again' },
  tr: { loading: 'Yükleniyor …', failed: 'Yüklenemedi.', again: 'Yeniden dene' },
});

interface QueryResultProps<T> {
  of: Query<T>;
  /** The page's sentence for an error, if it has one. */
  problemOf?: (error: unknown) => string;
  children: (value: T) => ComponentChildren;
}

/** The loaded value; before that a loading line, or the error with a button that retries. */
export function QueryResult<T>({ of, problemOf, children }: QueryResultProps<T>) {
  const text = useTexts();
  if (of.value !== null) return <>{children(of.value)}</>;
  if (of.error === null) {
    return (
      <p class="note" role="status">
        {text.loading}
      </p>
    );
  }
  return (
    <EmptyState icon="info" line={problemOf ? problemOf(of.error) : text.failed}>
      <button type="button" class="button" data-testid="again" onClick={of.reload}>
        {text.again}
      </button>
    </EmptyState>
  );
}
