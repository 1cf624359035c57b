import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { randomId } from '#page/app/browser-session.js';
import { Icon, type IconName } from '#page/ui/icon.js';
import {
  type BlockDraft,
  type ImageDraft,
  movedTo,
  pasted,
  type TextDraft,
  type TextType,
  withAfter,
  withBlock,
  withoutBlock,
  withText,
} from './article-draft.js';
import { useEditorText } from './editor-text.js';
import type { Article } from './use-article.js';
import type { BlockKeys } from './use-block-keys.js';

interface BlocksProps {
  article: Article;
  keys: BlockKeys;
  onFiles: (files: File[]) => void;
}

/** The blocks of an article with their tools; blocks can be dragged. */
export function BlockList({ article, keys, onFiles }: BlocksProps) {
  const text = useEditorText();
  const [dragged, setDragged] = useState<string | null>(null);
  const { blocks } = article.draft;
  const over = (at: number) => dragged !== null && article.change((held) => movedTo(held, dragged, at));
  return (
    <ol class="blocks" aria-label={text.text} data-testid="blocks">
      {blocks.map((block, at) => (
        <li
          key={block.id}
          class={`block block-${block.type}${block.id === dragged ? ' block-dragged' : ''}`}
          data-testid="block"
          data-type={block.type}
          onFocusCapture={() => keys.onFocus(block.id)}
          onKeyDown={(event) => keys.onBlockKey(event, block)}
          onDragEnter={() => block.id !== dragged && over(at)}
          onDragEnd={() => setDragged(null)}
        >
          <Tools block={block} at={at} article={article} keys={keys} onDrag={setDragged} />
          {block.type === 'image' ? (
            <PictureBlock block={block} />
          ) : (
            <TextBlock block={block} at={at} article={article} keys={keys} onFiles={onFiles} />
          )}
        </li>
      ))}
    </ol>
  );
}

interface BlockProps {
  at: number;
  article: Article;
  keys: BlockKeys;
}

const turns: TextType[] = ['paragraph', 'heading', 'quote', 'list', 'code'];

function Tools({ block, at, article, keys, onDrag }: BlockProps & { block: BlockDraft; onDrag: (id: string) => void }) {
  const text = useEditorText();
  const place = at + 1;
  const drag = (event: DragEvent) => {
    const row = (event.currentTarget as HTMLElement).closest('li');
    if (row) event.dataTransfer?.setDragImage(row, 16, 16);
    event.dataTransfer?.setData('text/plain', '');
    onDrag(block.id);
  };
  return (
    <div class="block-tools">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is for the pointer only; the arrow buttons do the same by keyboard. */}
      <span class="block-grip" draggable title={text.drag} data-testid="block-grip" onDragStart={drag}>
        <Icon name="grip" size={18} />
      </span>
      {block.type === 'image' ? (
        <span class="block-kind">{text.types.image}</span>
      ) : (
        <select
          class="block-kind"
          aria-label={text.typeOf(place)}
          data-testid="block-type"
          value={block.type}
          onChange={(event) => {
            const type = event.currentTarget.value as TextType;
            article.change((held) => withBlock(held, block.id, { type }));
            keys.focus(block.id, true);
          }}
        >
          {turns.map((type) => (
            <option key={type} value={type}>
              {text.types[type]}
            </option>
          ))}
        </select>
      )}
      <Tool
        id={`tools-${block.id}`}
        icon="up"
        label={text.up(place)}
        testId="block-up"
        isOff={at === 0}
        onClick={() => keys.move(block.id, -1)}
      />
      <Tool
        icon="down"
        label={text.down(place)}
        testId="block-down"
        isOff={place === article.draft.blocks.length}
        onClick={() => keys.move(block.id, 1)}
      />
      <Tool icon="trash" label={text.remove(place)} testId="block-remove" onClick={() => keys.remove(block.id)} />
    </div>
  );
}

interface ToolProps {
  id?: string;
  icon: IconName;
  label: string;
  testId: string;
  isOff?: boolean;
  onClick: () => void;
}

/** Not disabled at the edges, because a button that becomes disabled loses the focus. */
function Tool({ id, icon, label, testId, isOff = false, onClick }: ToolProps) {
  return (
    <button
      id={id}
      type="button"
      class="block-tool"
      title={label}
      aria-label={label}
      aria-disabled={isOff}
      data-testid={testId}
      onClick={onClick}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}

type TextBlockProps = BlockProps & { block: TextDraft; onFiles: (files: File[]) => void };

function TextBlock({ block, at, article, keys, onFiles }: TextBlockProps) {
  const text = useEditorText();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => fitHeight(field.current), [block.text, block.type]);
  const paste = (event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const blocks = files.length > 0 ? null : pasted(event.clipboardData?.getData('text/plain') ?? '', randomId);
    if (files.length === 0 && !blocks) return;
    event.preventDefault();
    if (!blocks) return onFiles(files);
    article.change((held) => {
      const added = withAfter(held, block.id, blocks);
      return block.text.trim() === '' ? withoutBlock(added, block.id, randomId()) : added;
    });
    const last = blocks.at(-1);
    if (last) keys.focus(last.id, true);
  };
  return (
    <textarea
      ref={field}
      id={`block-${block.id}`}
      class="block-field"
      rows={1}
      aria-label={text.block(at + 1, text.types[block.type])}
      placeholder={text.hints[block.type]}
      spellcheck={block.type !== 'code'}
      data-testid="block-text"
      value={block.text}
      onInput={(event) => {
        const { value } = event.currentTarget;
        article.change((held) => withText(held, block.id, value));
      }}
      onPaste={paste}
      onKeyDown={(event) => keys.onTextKey(event, block)}
    />
  );
}

function PictureBlock({ block: { thumb, name, image } }: { block: ImageDraft }) {
  return (
    <figure class="block-picture" data-testid="article-pictured">
      {thumb ? (
        <img src={thumb} alt={name} style={{ aspectRatio: `${image.width} / ${image.height}` }} />
      ) : (
        <Icon name="photo" size={28} />
      )}
      <figcaption>{name}</figcaption>
    </figure>
  );
}

/** Resizes the field to the height of its text. */
function fitHeight(field: HTMLTextAreaElement | null): void {
  if (!field) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight + 2}px`;
}
