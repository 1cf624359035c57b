import { useMemo, useState } from 'preact/hooks';
import { useText } from '#page/app/text/text.js';
import { type Block, blocksOf, type ListItem } from './blocks.js';
import { Inlines } from './body-text.js';
import { CodeBlock } from './code-block.js';
import { isLong } from './long-text.js';
import './markdown.css';

/** The body of a message with its Markdown. A long one is cut until the person wants the rest. */
export function MessageText({ body }: { body: string }) {
  const text = useText();
  const blocks = useMemo(() => blocksOf(body), [body]);
  const [isWhole, setWhole] = useState(false);
  const [only] = blocks;
  if (blocks.length === 0) return <BodySpan body={body}>{body}</BodySpan>;
  if (only?.type === 'text' && blocks.length === 1 && !isLong(body)) {
    return (
      <BodySpan body={body}>
        <Inlines inlines={only.children} />
      </BodySpan>
    );
  }
  const isCut = !isWhole && isLong(body);
  const show = (event: Event) => {
    event.stopPropagation();
    setWhole(!isWhole);
  };
  return (
    <>
      <div class={isCut ? 'body body-blocks body-cut' : 'body body-blocks'} data-testid="body">
        {blocks.map((block, at) => (
          <BlockView key={at} block={block} />
        ))}
      </div>
      {isLong(body) && (
        <button type="button" class="link" data-testid="body-more" aria-expanded={isWhole} onClick={show}>
          {isWhole ? text.showLess : text.showMore}
        </button>
      )}
    </>
  );
}

/** The first letter is one of Hebrew, Arabic or a script beside them. */
const BEGINS_ON_THE_RIGHT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

function BodySpan({ body, children }: { body: string; children: preact.ComponentChildren }) {
  return (
    <span class="body" {...(BEGINS_ON_THE_RIGHT.test(body) && { dir: 'rtl' })} data-testid="body">
      {children}
    </span>
  );
}

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'text':
      return (
        <p>
          <Inlines inlines={block.children} />
        </p>
      );
    case 'code':
      return <CodeBlock language={block.language} code={block.text} />;
    case 'quote':
      return (
        <blockquote dir="auto">
          {block.blocks.map((inner, at) => (
            <BlockView key={at} block={inner} />
          ))}
        </blockquote>
      );
    case 'list':
      return <List {...block} />;
  }
}

function List({ isOrdered, items }: { isOrdered: boolean; items: ListItem[] }) {
  const lines = items.map(({ number, blocks }, at) => (
    <li key={at} {...(isOrdered && { value: number })}>
      {blocks.map((inner, index) => (
        <BlockView key={index} block={inner} />
      ))}
    </li>
  ));
  return isOrdered ? <ol dir="auto">{lines}</ol> : <ul dir="auto">{lines}</ul>;
}
