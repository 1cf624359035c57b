import { useState } from 'preact/hooks';
import type { Room } from '#page/api-types.js';
import { randomId } from '#page/app/browser-session.js';
import { closePanel } from '#page/app/panel.js';
import { SidePanel } from '#page/app/side-panel.js';
import { sentenceOf, useText } from '#page/app/text/text.js';
import { TopicPicker } from '#page/discover/topic-picker.js';
import { keyOfKind } from '#page/media/file-kinds.js';
import { confirmed } from '#page/ui/confirm.js';
import { FormError } from '#page/ui/form-error.js';
import { Icon } from '#page/ui/icon.js';
import { sendMessage } from '../outbox/outbox-actions.js';
import {
  articleProblem,
  blocksOfDraft,
  type ImageDraft,
  plainTag,
  type TextType,
  TITLE_MAX,
  withAfter,
} from './article-draft.js';
import { ArticlePreview } from './article-preview.js';
import { BlockList } from './block-editor.js';
import { useEditorText } from './editor-text.js';
import { type Article, useArticle } from './use-article.js';
import { type ArticlePictures, useArticlePictures } from './use-article-pictures.js';
import { type BlockKeys, useBlockKeys } from './use-block-keys.js';
import './editor.css';

/** The block editor of an article. The draft stays in this browser until the article is published. */
export function ArticleEditor({ room }: { room: Room }) {
  const page = useText();
  const text = useEditorText();
  const article = useArticle(room.slug);
  const [isPreview, setPreview] = useState(false);
  const [moved, setMoved] = useState<[number, number] | null>(null);
  const keys = useBlockKeys(article, setMoved);
  const addPicture = (picture: ImageDraft) => article.change((held) => withAfter(held, keys.here(), [picture]));
  const pictures = useArticlePictures(room.slug, addPicture);
  return (
    <SidePanel
      title={page.writeArticle}
      testId="panel-write-article"
      isWide
      foot={<EditorFoot room={room} article={article} isBusy={pictures.part !== null} />}
    >
      <div class="editor-modes">
        {[false, true].map((mode) => (
          <button
            key={String(mode)}
            type="button"
            class="chip"
            aria-pressed={isPreview === mode}
            data-testid={mode ? 'article-preview' : 'article-write'}
            onClick={() => setPreview(mode)}
          >
            {mode ? text.preview : text.write}
          </button>
        ))}
      </div>
      {isPreview ? (
        <ArticlePreview draft={article.draft} />
      ) : (
        <>
          <Restored article={article} />
          <EditorHead article={article} />
          <BlockList article={article} keys={keys} onFiles={(files) => files.slice(0, 1).forEach(pictures.add)} />
          <Adding article={article} keys={keys} pictures={pictures} room={room} />
          <p class="form-hint">{text.keys}</p>
        </>
      )}
      <p class="unseen" aria-live="polite">
        {moved && text.moved(...moved)}
      </p>
    </SidePanel>
  );
}

function Restored({ article: { isRestored, forget } }: { article: Article }) {
  const text = useEditorText();
  if (!isRestored) return null;
  return (
    <p class="editor-restored" data-testid="article-restored">
      {text.restored}
      <button
        type="button"
        class="link"
        data-testid="article-discard"
        onClick={() => void confirmed(text.discardQuestion, text.discard).then((isAgreed) => isAgreed && forget())}
      >
        {text.discard}
      </button>
    </p>
  );
}

function EditorHead({ article: { draft, set } }: { article: Article }) {
  const text = useEditorText();
  const left = TITLE_MAX - [...draft.title].length;
  return (
    <div class="editor-head">
      <label class="field">
        <span class="field-label">
          {text.title}
          <small class={left < 20 ? 'editor-few' : undefined} data-testid="article-title-left">
            {text.left(left)}
          </small>
        </span>
        <input
          class="input editor-title"
          data-testid="article-title"
          maxLength={TITLE_MAX}
          autoComplete="off"
          value={draft.title}
          onInput={(event) => set({ title: event.currentTarget.value })}
        />
      </label>
      <div class="field">
        <span class="field-label" aria-hidden="true">
          {text.topic}
        </span>
        <TopicPicker
          label={text.topic}
          testId="article-tag"
          value={draft.tag}
          onInput={(tag) => set({ tag })}
          onTake={(tag) => set({ tag })}
        />
        <small class="form-hint">{text.topicHint}</small>
      </div>
    </div>
  );
}

const addable: TextType[] = ['paragraph', 'heading', 'quote', 'list', 'code'];

interface AddingProps {
  article: Article;
  keys: BlockKeys;
  pictures: ArticlePictures;
  room: Room;
}

function Adding({ article, keys, pictures: { part, error, add }, room }: AddingProps) {
  const page = useText();
  const text = useEditorText();
  const addBlock = (type: TextType) => {
    const id = randomId();
    article.change((held) => withAfter(held, keys.here(), [{ id, type, text: '' }]));
    keys.focus(id);
  };
  const mayPicture = room.my_permissions?.includes(keyOfKind.photo) ?? false;
  return (
    <fieldset class="editor-add">
      <legend class="unseen">{text.add}</legend>
      {addable.map((type) => (
        <button
          key={type}
          type="button"
          class="chip"
          aria-label={text.addType(text.types[type])}
          data-testid={`add-${type}`}
          onClick={() => addBlock(type)}
        >
          + {text.types[type]}
        </button>
      ))}
      {mayPicture && (
        <label class="chip file-button">
          {part === null ? `+ ${text.picture}` : page.uploading(part)}
          <input
            type="file"
            accept="image/*"
            data-testid="article-picture"
            disabled={part !== null}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) add(file);
              event.currentTarget.value = '';
            }}
          />
        </label>
      )}
      <FormError>{error && sentenceOf(page, error)}</FormError>
    </fieldset>
  );
}

/** Problems are shown only when the article has content. */
function EditorFoot({ room, article, isBusy }: { room: Room; article: Article; isBusy: boolean }) {
  const text = useEditorText();
  const { draft, isKept, forget } = article;
  const problem = articleProblem(draft);
  const publish = () => {
    const tag = plainTag(draft.tag);
    const made = { title: draft.title.trim(), ...(tag && { tag }), blocks: blocksOfDraft(draft.blocks) };
    sendMessage(room.slug, '', { article: made });
    forget();
    closePanel();
  };
  return (
    <div class="editor-foot">
      <p role="status">
        {problem && isKept !== null ? text.problems[problem] : null}
        {isKept !== null && <small>{isKept ? text.kept : text.notKept}</small>}
      </p>
      <button
        type="button"
        class="button"
        data-testid="article-send"
        disabled={isBusy || problem !== null}
        onClick={publish}
      >
        <Icon name="send" size={16} />
        {text.publish}
      </button>
    </div>
  );
}
