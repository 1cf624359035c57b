import { useText } from '../text/text.js';
import { momentName } from '../text/time.js';
import type { Block, Message } from '../wire.js';
import { BodyText } from './body-text.js';
import { SidePanel } from './side-panel.js';

/** An article to be read in peace. */
export function ArticlePanel({ message }: { message: Message }) {
  const text = useText();
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
          <BlockView key={at} block={block} />
        ))}
      </article>
    </SidePanel>
  );
}

function BlockView({ block }: { block: Block }) {
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
      // Pictures come with the files of a room.
      return null;
  }
}
