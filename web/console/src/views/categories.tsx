import { useState } from 'preact/hooks';
import { EmptyState } from '#page/ui/empty-state.js';
import { Icon } from '#page/ui/icon.js';
import type { Category } from '../api-types.js';
import { useKeys } from '../keys.js';
import { dictionary } from '../net.js';
import { withNotice } from '../state/notice.js';
import { type Rows, useRows } from '../state/rows.js';
import { useText } from '../text/text.js';
import { SectionHead } from './parts.js';
import { Line } from './topic-form.js';

async function loadCategories() {
  const { categories } = await dictionary('GET /categories');
  return { rows: categories, total: categories.length };
}

/** The categories, in the order in which the pages list them. */
export function CategoriesView() {
  const text = useText();
  const rows = useRows('categories', loadCategories);
  const [isNew, setNew] = useState(false);
  useKeys({ n: () => setNew(true) });
  const keep = async (work: Promise<unknown>, done: string) => {
    if ((await withNotice(work, done)) !== null) setNew(false);
    rows.reload();
  };
  return (
    <>
      <SectionHead title={text.sections.categories} count={rows.total} onReload={rows.reload}>
        <button
          type="button"
          class="button"
          data-testid="new-category"
          aria-keyshortcuts="n"
          onClick={() => setNew(true)}
        >
          {text.newCategory}
        </button>
      </SectionHead>
      {isNew && (
        <CategoryForm
          onSubmit={(category) => void keep(dictionary('POST /categories', { body: category }), text.added)}
          onCancel={() => setNew(false)}
        />
      )}
      <CategoryRows rows={rows} keep={keep} />
    </>
  );
}

interface CategoryRowsProps {
  rows: Rows<Category>;
  keep: (work: Promise<unknown>, done: string) => Promise<void>;
}

function CategoryRows({ rows: { rows, state }, keep }: CategoryRowsProps) {
  const text = useText();
  if (state === 'failed') return <EmptyState icon="info" line={text.failed} />;
  if (rows.length === 0) return state === 'ready' ? <EmptyState icon="sliders" line={text.noCategories} /> : null;
  const move = async (at: number, by: number) => {
    const slugs = rows.map(({ slug }) => slug);
    const [moved] = slugs.splice(at, 1);
    if (moved === undefined || at + by < 0 || at + by > slugs.length) return;
    slugs.splice(at + by, 0, moved);
    await keep(dictionary('PUT /categories', { body: { slugs } }), text.moved);
    // The focus stays where it is if the operator has moved it in the meantime.
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-category="${moved}"] input`)?.focus();
  };
  const change = (slug: string, changed: Partial<Category>) =>
    keep(dictionary('PATCH /categories/{slug}', { path: { slug }, body: changed }), text.saved);
  return (
    <ol class="lines" data-testid="categories">
      {rows.map((category, at) => (
        <CategoryLine
          key={category.slug}
          category={category}
          isFirst={at === 0}
          isLast={at === rows.length - 1}
          onMove={(by) => void move(at, by)}
          onChange={(changed) => void change(category.slug, changed)}
        />
      ))}
    </ol>
  );
}

interface CategoryLineProps {
  category: Category;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: number) => void;
  onChange: (changed: Partial<Category>) => void;
}

/** The name is edited in place; Alt and an arrow move the category. */
function CategoryLine({ category: { slug, name, archived }, isFirst, isLast, onMove, onChange }: CategoryLineProps) {
  const text = useText();
  const rename = (typed: string) => typed.trim() && typed.trim() !== name && onChange({ name: typed.trim() });
  const hear = (event: KeyboardEvent) => {
    if (event.altKey && event.key === 'ArrowUp') onMove(-1);
    else if (event.altKey && event.key === 'ArrowDown') onMove(1);
    else return;
    event.preventDefault();
  };
  return (
    <li class={archived ? 'line is-archived' : 'line'} data-category={slug}>
      <input
        class="input line-name"
        aria-label={`${text.name}: ${slug}`}
        value={name}
        maxLength={80}
        onChange={(event) => rename(event.currentTarget.value)}
        onKeyDown={hear}
      />
      <code>{slug}</code>
      {archived && <span class="chip">{text.archived}</span>}
      <span class="line-deeds">
        <button type="button" class="icon-button" title={text.up} disabled={isFirst} onClick={() => onMove(-1)}>
          <Icon name="up" />
          <span class="unseen">
            {text.up}: {name}
          </span>
        </button>
        <button type="button" class="icon-button" title={text.down} disabled={isLast} onClick={() => onMove(1)}>
          <Icon name="down" />
          <span class="unseen">
            {text.down}: {name}
          </span>
        </button>
        <button type="button" class="button button-quiet" onClick={() => onChange({ archived: !archived })}>
          {archived ? text.restore : text.archive}
          <span class="unseen">: {name}</span>
        </button>
      </span>
    </li>
  );
}

interface CategoryFormProps {
  onSubmit: (category: { slug: string; name: string }) => void;
  onCancel: () => void;
}

function CategoryForm({ onSubmit, onCancel }: CategoryFormProps) {
  const text = useText();
  const [slug, setSlug] = useState('');
  const [name, setName] = useState('');
  const send = (event: Event) => {
    event.preventDefault();
    onSubmit({ slug: slug.trim(), name: name.trim() });
  };
  return (
    <form
      class="card form"
      data-testid="category-new"
      onSubmit={send}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <Line label={text.slug} testId="category-slug" value={slug} isFirst onInput={setSlug} max={64} />
      <p class="form-hint">{text.slugHint}</p>
      <Line label={text.name} testId="category-name" value={name} onInput={setName} max={80} />
      <div class="form-buttons">
        <button type="button" class="button button-quiet" onClick={onCancel}>
          {text.cancel}
        </button>
        <button type="submit" class="button" data-testid="category-send" disabled={!slug.trim() || !name.trim()}>
          {text.add}
        </button>
      </div>
    </form>
  );
}
