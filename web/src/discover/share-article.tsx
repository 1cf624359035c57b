import { useState } from 'preact/hooks';
import type { Message, Share, WireError } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { Dialog } from '../ui/dialog.js';
import { shareArticle } from './discover-data.js';
import { goDiscover } from './discover-nav.js';
import { useDiscoverText } from './discover-text.js';

interface ShareProps {
  message: Message;
  onClose: () => void;
}

/** Submits the person's own article for review and shows the result. */
export function ShareArticle({ message, onClose }: ShareProps) {
  const text = useDiscoverText();
  const [share, setShare] = useState<Share | null>(null);
  const [error, setError] = useState<WireError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const tag = tagOf(message);
  const send = () => {
    setBusy(true);
    setError(null);
    shareArticle(message.room, message.id)
      .then(setShare)
      .catch((refused: unknown) => setError(wireOf(refused)))
      .finally(() => setBusy(false));
  };
  const isOver = share !== null || (error !== null && !passing.has(error.code));
  return (
    <Dialog title={text.shareTitle} onClose={onClose}>
      <div class="form share-article" data-testid="share-article">
        <strong>{message.article?.title}</strong>
        {share ? <Sent share={share} /> : <Before tag={tag} />}
        {error && <Refusal error={error} />}
        <div class="form-buttons">
          {(share || error?.code === 'sozluk_already_shared') && <ToMine />}
          {!isOver && (
            <button type="button" class="button" data-testid="share-send" disabled={isBusy} onClick={send}>
              {error ? text.again : text.shareSend}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Errors that may pass, so the dialog offers a retry. */
const passing = new Set([
  'sozluk_unavailable',
  'network',
  'rate_limited',
  'unavailable',
  'overloaded',
  'internal_error',
]);

const tagOf = ({ article, body }: Message): string | null =>
  article?.tag ?? /(?<![\p{L}\p{M}\p{N}_#])#([\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*)/u.exec(body)?.[1] ?? null;

function Before({ tag }: { tag: string | null }) {
  const text = useDiscoverText();
  return (
    <>
      <p>{text.shareHint}</p>
      {tag !== null && <p>{text.shareTopic(tag)}</p>}
    </>
  );
}

function Sent({ share }: { share: Share }) {
  const text = useDiscoverText();
  return (
    <div role="status" data-testid="share-sent">
      <p>{text.shareSent}</p>
      {share.topic?.status === 'pending' && <p>{text.shareNewTopic(share.topic.tag)}</p>}
      <p class="form-hint">{text.shareSentHint}</p>
    </div>
  );
}

/** The service's message of a ban contains the reason. */
function Refusal({ error }: { error: WireError }) {
  const text = useDiscoverText();
  const page = useText();
  return (
    <div class="form-error" role="alert" data-testid="share-error" data-code={error.code}>
      <p>{text.shareErrors[error.code] ?? sentenceOf(page, error)}</p>
      {error.code === 'sozluk_author_banned' && error.message && <p>{text.moderatorReason(error.message)}</p>}
    </div>
  );
}

function ToMine() {
  const text = useDiscoverText();
  return (
    <button
      type="button"
      class="button button-quiet"
      data-testid="share-mine"
      onClick={() => goDiscover({ view: 'mine' }, 'my_entries')}
    >
      {text.mine}
    </button>
  );
}
