import { useState } from 'preact/hooks';
import type { Message, Room } from '../api-types.js';
import { SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { mayShare } from '../discover/may-share.js';
import { ShareDialog } from '../discover/share-dialog.js';
import { useFresh } from '../media/fresh-links.js';
import { Picture } from '../media/media-card.js';
import { Icon } from '../ui/icon.js';
import { ArticleBlocks } from './article-blocks.js';

/** The full text of an article. */
export function ArticlePanel({ message: held, room }: { message: Message; room: Room }) {
  const text = useText();
  const message = useFresh(held);
  const me = useApp((state) => state.account?.id);
  const { article, sender } = message;
  const isMine = sender?.account_id === me;
  if (!article) return null;
  return (
    <SidePanel
      title={text.article}
      testId="panel-article"
      isWide
      foot={mayShare(message, room, isMine) && <ShareFoot message={message} />}
    >
      <article class="reader">
        {article.tag && <small>#{article.tag}</small>}
        <h1>{article.title}</h1>
        <p class="reader-by">
          {sender?.username ?? text.someone} · {momentName(message.inserted_at, text)}
        </p>
        <ArticleBlocks
          blocks={article.blocks}
          picture={(block) => <Picture message={message} link={block.url} alt="" />}
        />
      </article>
    </SidePanel>
  );
}

function ShareFoot({ message }: { message: Message }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button button-quiet button-wide"
        data-testid="share-open"
        onClick={() => setOpen(true)}
      >
        <span class="button-inner">
          <Icon name="compass" size={18} />
          {text.shareToDiscover}
        </span>
      </button>
      {isOpen && <ShareDialog message={message} onClose={() => setOpen(false)} />}
    </>
  );
}
