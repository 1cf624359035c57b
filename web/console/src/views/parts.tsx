/** Parts that the sections share: head, search, rows, detail and empty state. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { EmptyState } from '#page/ui/empty-state.js';
import { Icon, type IconName } from '#page/ui/icon.js';
import { useKeys } from '../keys.js';
import { problemOf } from '../state/notice.js';
import type { Choice, Rows } from '../state/rows.js';
import { useText } from '../text/text.js';

interface HeadProps {
  title: string;
  hint?: string;
  /** Null where the rows are not counted. */
  count?: number | null;
  onReload?: () => void;
  children?: ComponentChildren;
}

export function SectionHead({ title, hint, count = null, onReload, children }: HeadProps) {
  const text = useText();
  useKeys(onReload ? { l: onReload } : {});
  return (
    <div class="section-head">
      <div class="section-title">
        <h1 id="section-title">
          {title}
          {count !== null && (
            <span class="count" data-testid="count">
              {count}
            </span>
          )}
        </h1>
        {hint && <p class="note">{hint}</p>}
      </div>
      {children}
      {onReload && (
        <button type="button" class="button button-quiet" data-testid="reload" onClick={onReload}>
          {text.reload}
        </button>
      )}
    </div>
  );
}

interface TabsProps<S extends string> {
  of: readonly S[];
  shown: S;
  names: Record<S, string>;
  onShow: (one: S) => void;
}

export function Tabs<S extends string>({ of, shown, names, onShow }: TabsProps<S>) {
  return (
    <div class="workspace-tabs">
      {of.map((one) => (
        <button
          type="button"
          key={one}
          class="workspace-tab"
          aria-pressed={one === shown}
          data-testid={`tab-${one}`}
          onClick={() => onShow(one)}
        >
          {names[one]}
        </button>
      ))}
    </div>
  );
}

export function SearchBox({ value, onSearch }: { value: string; onSearch: (typed: string) => void }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.key === 'Escape') onSearch('');
    input.current?.blur();
  };
  return (
    <input
      ref={input}
      class="input workspace-search"
      type="search"
      aria-label={text.search}
      placeholder={text.search}
      data-testid="search"
      value={value}
      onInput={(event) => onSearch(event.currentTarget.value)}
      onKeyDown={leave}
    />
  );
}

interface RowListProps<T> {
  name: string;
  rows: Rows<T>;
  /** The rows that match the search. */
  shown: T[];
  choice: Choice;
  keyOf: (row: T) => string | number;
  /** The texts of an empty list. */
  none: { icon: IconName; line: string; hint?: string };
  children: (row: T) => ComponentChildren;
}

/** A list with keyboard selection by `j` and `k`; the detail of the selected row is beside it. */
export function RowList<T>({ name, rows, shown, choice, keyOf, none, children }: RowListProps<T>) {
  const text = useText();
  if (rows.state === 'failed') {
    return (
      <EmptyState icon="info" line={problemOf(rows.error)}>
        <button type="button" class="button" onClick={rows.reload}>
          {text.again}
        </button>
      </EmptyState>
    );
  }
  if (rows.state === 'loading' && rows.rows.length === 0) {
    return (
      <p class="rows-note" role="status">
        {text.loading}
      </p>
    );
  }
  if (rows.rows.length === 0) return <EmptyState {...none} />;
  return (
    <div class="rows-box">
      {shown.length === 0 && <p class="rows-note">{text.nothingFound}</p>}
      <ol class="rows" data-rows={name}>
        {shown.map((row, at) => (
          <li key={keyOf(row)}>
            <button
              type="button"
              class="row"
              data-row={at}
              aria-current={at === choice.at ? 'true' : undefined}
              onClick={() => choice.open(at)}
            >
              {children(row)}
            </button>
          </li>
        ))}
      </ol>
      {rows.hasMore && (
        <button type="button" class="button button-quiet" data-testid="more" onClick={rows.more}>
          {text.more}
        </button>
      )}
    </div>
  );
}

interface DetailProps {
  choice: Choice;
  title: string;
  children: ComponentChildren;
}

/** The detail beside the rows. On a narrow screen it replaces them and has a back button. */
export function Detail({ choice, title, children }: DetailProps) {
  const text = useText();
  const back = useRef<HTMLButtonElement>(null);
  // The focus moves into the detail only when the detail covers the rows.
  useEffect(() => {
    if (choice.isOpen && back.current?.offsetParent) back.current.focus();
  }, [choice.isOpen]);
  return (
    <section class="detail" data-open={choice.isOpen ? '' : undefined} aria-label={title} data-testid="detail">
      <button ref={back} type="button" class="icon-button detail-back" title={text.backToList} onClick={choice.close}>
        <Icon name="back" />
        <span class="unseen">{text.backToList}</span>
      </button>
      {children}
    </section>
  );
}
