import type { Article, Document, Message, Place } from '../api-types.js';
import { openPage } from '../app/page.js';
import { openPanel } from '../app/panel.js';
import { useText } from '../app/text/text.js';
import { EntryCard } from '../discover/entry-card.js';
import { DocumentCard } from '../media/document-card.js';
import { useFresh } from '../media/fresh-links.js';
import { MediaCard, Picture } from '../media/media-card.js';
import { ViewOnceCard } from '../media/view-once-card.js';
import { voiceFactsOf } from '../media/voice/voice-name.js';
import { VoiceCard } from '../media/voice/voice-parts.js';
import { Avatar } from '../members/avatar.js';
import { Icon } from '../ui/icon.js';
import { MessageText } from './markdown/message-text.js';
import { SurveyCard } from './survey-card.js';

/** The text and the attachment of a message. */
export function MessageContent({ message }: { message: Message }) {
  const text = useText();
  const isDeleted = message.deleted_at !== null;
  const card = isDeleted ? null : cardOf(message);
  const words = message.body || (card ? '' : text.otherKind(message.kind));
  return (
    <>
      {card}
      {isDeleted ? (
        <span class="body body-deleted" data-testid="body">
          {text.deleted}
        </span>
      ) : (
        words && <MessageText body={words} />
      )}
    </>
  );
}

function cardOf(message: Message) {
  const { attachment, article } = message;
  if (message.view_once) return <ViewOnceCard message={message} />;
  if (article) return <ArticleCard message={message} article={article} />;
  if (attachment?.type === 'survey') return <SurveyCard message={message} survey={attachment} />;
  if (attachment?.type === 'location') return <PlaceCard place={attachment} />;
  if (attachment?.type === 'contact') return <ContactCard username={attachment.username} />;
  if (attachment?.type === 'document') return documentCard(message, attachment);
  if (attachment?.type === 'entry') return <EntryCard id={attachment.entry_id} />;
  return attachment && <MediaCard message={message} />;
}

function documentCard(message: Message, document: Document) {
  const voice = voiceFactsOf(document.name);
  return voice ? <VoiceCard message={message} facts={voice} /> : <DocumentCard message={message} document={document} />;
}

function PlaceCard({ place }: { place: Place }) {
  const text = useText();
  const { latitude, longitude, label } = place;
  return (
    <a class="card card-line" data-testid="place" href={`geo:${latitude},${longitude}`}>
      <span class="card-icon">
        <Icon name="place" />
      </span>
      <span>
        <strong>{label ?? text.place}</strong>
        <small>
          {latitude.toFixed(5)}, {longitude.toFixed(5)}
        </small>
      </span>
    </a>
  );
}

function ContactCard({ username }: { username: string }) {
  const text = useText();
  return (
    <button
      type="button"
      class="card card-line"
      data-testid="contact"
      onClick={() => openPage({ type: 'person', username })}
    >
      <Avatar name={username} size={40} />
      <span>
        <strong>{username}</strong>
        <small>{text.contact}</small>
      </span>
    </button>
  );
}

/** The beginning of an article; a tap opens it in the side panel. */
function ArticleCard({ message, article }: { message: Message; article: Article }) {
  const text = useText();
  const read = (event: Event) => {
    event.stopPropagation();
    openPanel({ type: 'article', message });
  };
  return (
    <button type="button" class="card card-article" data-testid="article" onClick={read}>
      {article.tag && <small>#{article.tag}</small>}
      <ArticleFace message={message} />
      <strong>{article.title}</strong>
      <span>{beginningOf(article)}</span>
      <em>{text.readArticle}</em>
    </button>
  );
}

/** The first picture of an article, if there is one. */
function ArticleFace({ message: held }: { message: Message }) {
  const message = useFresh(held);
  const image = message.article?.blocks.find((block) => block.type === 'image');
  if (!image?.url) return null;
  return (
    <span class="article-face">
      <Picture message={message} link={image.url} alt="" />
    </span>
  );
}

function beginningOf({ blocks }: Article): string {
  for (const block of blocks) if ('text' in block) return block.text;
  return '';
}
