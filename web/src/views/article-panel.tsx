import { useFresh } from '../state/fresh-links.js';
import { useText } from '../text/text.js';
import { momentName } from '../text/time.js';
import type { Block, Message } from '../wire.js';
import { BodyText } from './body-text.js';
import { Picture } from './media-card.js';
import { SidePanel } from './side-panel.js';

/** An article to be read in peace. */
export function ArticlePanel({ message: held }: { message: Message }) {
  const text = useText();
  const message = useFresh(held);
  const { article, sender } = message;
  if (!article) return null;
  return (
    <SidePanel title={text.article} testId="panel-article">
      <article class="reader">
        {article.tag && <small>#{article.tag}</small>}
        <h1>{article.title}</h1>
        <p class="reader-by">
          {sender?.username ?? text.someone} · {momentName(message.inserted_at, text)}
        </p>
        {article.blocks.map((block, at) => (
          <BlockView key={at} message={message} block={block} />
        ))}
      </article>
    </SidePanel>
  );
}

function BlockView({ message, block }: { message: Message; block: Block }) {
  switch (block.type) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'quote':
      return <blockquote>{block.text}</blockquote>;
    case 'code':
      return <pre>{block.text}</pre>;
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      );
    case 'paragraph':
      return (
        <p>
          <BodyText body={block.text} />
        </p>
      );
    default:
      return (
        <figure style={{ aspectRatio: `${block.width} / ${block.height}` }}>
          <Picture message={message} link={block.url} alt="" />
        </figure>
      );
  }
}
