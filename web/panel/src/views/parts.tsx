/** Parts that the sections share. */
import type { ComponentChildren } from 'preact';
import { EmptyState } from '#page/ui/empty-state.js';
import type { Query } from '../state/use-query.js';
import { useText } from '../text/text.js';

interface HeadProps {
  title: string;
  hint?: string | undefined;
  children?: ComponentChildren;
}

export function SectionHead({ title, hint, children }: HeadProps) {
  return (
    <div class="section-head">
      <div class="section-title">
        <h1 id="section-title">{title}</h1>
        {hint && <p class="note">{hint}</p>}
      </div>
      {children}
    </div>
  );
}

/** The loaded value; before that a loading line, or the error with a button that retries. */
export function QueryResult<T>({ of, children }: { of: Query<T>; children: (value: T) => ComponentChildren }) {
  const text = useText();
  if (of.value !== null) return <>{children(of.value)}</>;
  if (of.error === null) return <p class="note">{text.loading}</p>;
  return (
    <EmptyState icon="info" line={text.failed}>
      <button type="button" class="button" onClick={of.reload}>
        {text.again}
      </button>
    </EmptyState>
  );
}
