import { useEffect, useRef, useState } from 'preact/hooks';
import { Choice } from '#page/ui/fields.js';
import type { Category, Topic } from '../api-types.js';
import { useText } from '../text/text.js';

export interface TopicDraft {
  tag: string;
  title: string;
  category: string | null;
  languages: string[];
}

interface TopicFormProps {
  /** Null for a new topic. */
  topic: Topic | null;
  categories: Category[];
  submit: string;
  onSubmit: (draft: TopicDraft) => void;
  onReject?: () => void;
  onCancel?: () => void;
}

export function TopicForm({ topic, categories, submit, onSubmit, onReject, onCancel }: TopicFormProps) {
  const text = useText();
  const [tag, setTag] = useState(topic?.tag ?? '');
  const [title, setTitle] = useState(topic?.title ?? '');
  const [category, setCategory] = useState(topic?.category ?? '');
  const [languages, setLanguages] = useState(topic?.languages.join(', ') ?? '');
  const send = (event: Event) => {
    event.preventDefault();
    const codes = languages.split(/[\s,]+/).filter((code) => code !== '');
    onSubmit({ tag: tag.trim(), title: title.trim(), category: category || null, languages: codes });
  };
  const options = categories.map(({ slug, name, archived }) => ({
    value: slug,
    label: archived ? `${name} (${text.archived})` : name,
  }));
  return (
    <form
      class="card form topic-form"
      data-testid={topic ? 'topic' : 'topic-new'}
      onSubmit={send}
      onKeyDown={(event) => event.key === 'Escape' && onCancel?.()}
    >
      {topic ? (
        <h2>#{topic.tag}</h2>
      ) : (
        <Line label={text.tag} testId="topic-tag" value={tag} isFirst onInput={setTag} max={120} />
      )}
      <Line label={text.topicTitle} testId="topic-title" value={title} onInput={setTitle} max={120} />
      <Choice
        label={text.category}
        testId="topic-category"
        value={category}
        options={[
          ...(topic === null ? [{ value: '', label: '…' }] : [{ value: '', label: text.noCategory }]),
          ...options,
        ]}
        onChange={setCategory}
      />
      <Line
        label={text.languages}
        testId="topic-languages"
        value={languages}
        onInput={setLanguages}
        max={200}
        isLoose
      />
      <p class="form-hint">{text.languagesHint}</p>
      <div class="form-buttons">
        {onCancel && (
          <button type="button" class="button button-quiet" onClick={onCancel}>
            {text.cancel}
          </button>
        )}
        {onReject && (
          <button
            type="button"
            class="button button-quiet"
            data-testid="topic-reject"
            aria-keyshortcuts="r"
            onClick={onReject}
          >
            {text.reject}{' '}
            <span class="key" aria-hidden="true">
              r
            </span>
          </button>
        )}
        <button
          type="submit"
          class="button"
          data-testid="topic-send"
          disabled={!tag.trim() || !title.trim() || (topic === null && !category)}
        >
          {submit}
        </button>
      </div>
    </form>
  );
}

interface LineProps {
  label: string;
  testId: string;
  value: string;
  max: number;
  isFirst?: boolean;
  /** The field is optional. */
  isLoose?: boolean;
  onInput: (typed: string) => void;
}

/** One field of a form; the first one takes the focus. */
export function Line({ label, testId, value, max, isFirst = false, isLoose = false, onInput }: LineProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) first.current?.focus();
  }, [isFirst]);
  return (
    <label class="field">
      <span>{label}</span>
      <input
        class="input"
        data-testid={testId}
        maxLength={max}
        required={!isLoose}
        ref={first}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
