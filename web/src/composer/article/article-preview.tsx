import { ArticleBlocks } from '#page/messages/article-blocks.js';
import { Icon } from '#page/ui/icon.js';
import { type ArticleDraft, blocksOfDraft, type ImageDraft, plainTag } from './article-draft.js';
import { useEditorText } from './editor-text.js';

/** The draft, rendered as readers will see it. */
export function ArticlePreview({ draft }: { draft: ArticleDraft }) {
  const text = useEditorText();
  const tag = plainTag(draft.tag);
  const images = draft.blocks.filter((block): block is ImageDraft => block.type === 'image');
  const pictures = new Map(images.map((block) => [block.image.key, block]));
  return (
    <article class="reader" data-testid="article-previewed">
      {tag && <small>#{tag}</small>}
      <h1>{draft.title.trim() || text.untitled}</h1>
      <ArticleBlocks
        blocks={blocksOfDraft(draft.blocks)}
        picture={({ key }) => {
          const picture = pictures.get(key);
          if (!picture?.thumb) return <Icon name="photo" size={28} />;
          return <img class="picture" src={picture.thumb} alt={picture.name} />;
        }}
      />
    </article>
  );
}
