import { useRef, useState } from 'preact/hooks';
import { blocksOf, withPicture } from '../state/article-text.js';
import { sendMessage } from '../state/outbox-actions.js';
import { closePanel } from '../state/panel.js';
import { useText } from '../text/text.js';
import type { Room } from '../wire.js';
import { useArticlePictures } from './article-pictures.js';
import { Field } from './create-room-dialog.js';
import { SidePanel } from './side-panel.js';

export function ArticleEditor({ room }: { room: Room }) {
  const text = useText();
  const [title, setTitle] = useState('');
  const [tag, setTag] = useState('');
  const [words, setWords] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const pictures = useArticlePictures(room, (picture) =>
    setWords((held) => withPicture(held, field.current?.selectionStart ?? held.length, picture)),
  );
  const blocks = blocksOf(words, pictures.blocks);
  const submit = (event: Event) => {
    event.preventDefault();
    const plainTag = tag.trim().replace(/^#/, '');
    sendMessage(room.slug, '', { article: { title: title.trim(), ...(plainTag && { tag: plainTag }), blocks } });
    closePanel();
  };
  return (
    <SidePanel title={text.writeArticle} testId="panel-write-article">
      <form class="form form-tall" onSubmit={submit}>
        <Field label={text.articleTitle} testId="article-title" max={120} value={title} onChange={setTitle} />
        <Field label={text.articleTag} testId="article-tag" max={64} value={tag} onChange={setTag} />
        <label class="field field-tall">
          <span>{text.articleText}</span>
          <textarea
            ref={field}
            class="input"
            data-testid="article-text"
            value={words}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        {pictures.view}
        <p class="form-hint">{text.articleHint}</p>
        <button
          type="submit"
          class="button"
          data-testid="article-send"
          disabled={pictures.isBusy || !title.trim() || blocks.length === 0 || !/^#?[\p{L}\p{N}_]*$/u.test(tag.trim())}
        >
          {text.publish}
        </button>
      </form>
    </SidePanel>
  );
}
