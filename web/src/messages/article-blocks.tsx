import type { ComponentChild } from 'preact';
import type { Block } from '../api-types.js';
import { BodyText } from './markdown/body-text.js';

export type ImageBlock = Extract<Block, { type: 'image' }>;

interface BlocksProps {
  blocks: Block[];
  /** Renders a picture; a room renews expired links in another way than Discover. */
  picture: (block: ImageBlock, at: number) => ComponentChild;
}

/** The blocks of an article, in the chat and in Discover. */
export function ArticleBlocks({ blocks, picture }: BlocksProps) {
  return (
    <>
      {blocks.map((block, at) => (
        <BlockView key={at} block={block} picture={(image) => picture(image, at)} />
      ))}
    </>
  );
}

function BlockView({ block, picture }: { block: Block; picture: (block: ImageBlock) => ComponentChild }) {
  switch (block.type) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'quote':
      return <blockquote>{block.text}</blockquote>;
    case 'code':
      // biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls sideways has to be reachable by keyboard.
      return <pre tabIndex={0}>{block.text}</pre>;
    case 'list':
      return (
        <ul>
          {block.items.map((item, at) => (
            <li key={at}>
              <BodyText body={item} />
            </li>
          ))}
        </ul>
      );
    case 'paragraph':
      return (
        <p>
          <BodyText body={block.text} />
        </p>
      );
    case 'image':
      return <figure style={{ aspectRatio: `${block.width} / ${block.height}` }}>{picture(block)}</figure>;
  }
}
