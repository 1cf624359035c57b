import { useEffect } from 'preact/hooks';
import { SponsoredCard } from '#page/sponsored/sponsored-card.js';
import { useSponsoredCardText } from '#page/sponsored/sponsored-text.js';
import type { ReviewedItem } from '../api-types.js';
import { useSponsoredText } from '../text/sponsored.js';
import { language, moment } from '../text/text.js';
import { NoteForm } from './note-form.js';
import '#page/sponsored/sponsored.css';
import '../sponsored.css';

const placements = ['chats', 'discover_topics', 'discover_entries'] as const;

interface ReviewProps {
  item: ReviewedItem;
  /** Whether the item waits for a decision that the role takes. */
  mayDecide: boolean;
  isRejecting: boolean;
  setRejecting: (isRejecting: boolean) => void;
  onApprove: () => void;
  onReject: (reason: string) => Promise<boolean>;
}

/** One item under review: previews, target and audience. */
export function SponsoredReview(props: ReviewProps) {
  const { item, mayDecide, isRejecting, setRejecting, onApprove, onReject } = props;
  const words = useSponsoredText();
  useEffect(() => () => setRejecting(false), [item.id]);
  return (
    <article class="card" data-testid="review">
      <h2>{item.title}</h2>
      <p class="card-topic">
        <span class={`chip chip-${chipOf(item)}`}>{words.status[item.status]}</span>
      </p>
      <Previews item={item} />
      <Facts item={item} />
      {item.reject_reason && <blockquote class="card-note">{item.reject_reason}</blockquote>}
      {isRejecting && (
        <NoteForm
          name={`reject ${item.id}`}
          label={words.reason}
          hint={words.reasonHint}
          submit={words.reject}
          isNeeded
          onSubmit={onReject}
          onCancel={() => setRejecting(false)}
        />
      )}
      {!isRejecting && mayDecide && (
        <div class="deeds">
          <Deed name={words.approve} hotkey="a" testId="approve" onDo={onApprove} />
          <Deed name={words.reject} hotkey="r" testId="reject" isQuiet onDo={() => setRejecting(true)} />
        </div>
      )}
    </article>
  );
}

const chipOf = ({ status }: ReviewedItem): string =>
  status === 'review' ? 'pending' : status === 'rejected' ? 'rejected' : 'published';

function Previews({ item }: { item: ReviewedItem }) {
  const words = useSponsoredText();
  const cardText = useSponsoredCardText();
  const sponsor = item.organization.display_name;
  return (
    <section class="sponsored-previews" aria-label={words.preview}>
      {placements.map((placement) => (
        <figure key={placement}>
          <figcaption>{words.placements[placement]}</figcaption>
          <SponsoredCard item={item} sponsor={sponsor} placement={placement} text={cardText} />
        </figure>
      ))}
    </section>
  );
}

function Facts({ item }: { item: ReviewedItem }) {
  const words = useSponsoredText();
  const count = (number: number) => number.toLocaleString(language());
  return (
    <dl class="facts">
      <dt>{words.organization}</dt>
      <dd>{item.organization.display_name}</dd>
      <dt>{words.target}</dt>
      <dd>
        {words.kinds[item.target_kind]}: <code data-testid="target">{item.target}</code>
      </dd>
      <dt>{words.languages}</dt>
      <dd>{item.languages.join(', ') || words.all}</dd>
      <dt>{words.platforms}</dt>
      <dd>{item.platforms.join(', ') || words.all}</dd>
      <dt>{words.audience}</dt>
      <dd>{useAudience(item)}</dd>
      <dt>{words.budget}</dt>
      <dd>{words.impressions(count(item.budget))}</dd>
      <dt>{words.runs}</dt>
      <dd>{useRun(item)}</dd>
      {item.impressions + item.clicks > 0 && (
        <>
          <dt>{words.counted}</dt>
          <dd>
            {words.impressions(count(item.impressions))}, {words.clicks(count(item.clicks))}
          </dd>
        </>
      )}
    </dl>
  );
}

function useAudience({ audience: { interests, activity, segments } }: ReviewedItem): string {
  const words = useSponsoredText();
  const wanted = [...interests, ...segments, ...(activity === 'any' ? [] : [words.activity(activity)])];
  return wanted.join(', ') || words.everybody;
}

function useRun({ starts_at, ends_at }: ReviewedItem): string {
  const words = useSponsoredText();
  const when = (ms: number) => moment(new Date(ms).toISOString());
  const said = [starts_at !== null && words.from(when(starts_at)), ends_at !== null && words.until(when(ends_at))];
  return said.filter((part) => part !== false).join(', ') || words.always;
}

interface DeedProps {
  name: string;
  hotkey: string;
  testId: string;
  isQuiet?: boolean;
  onDo: () => void;
}

function Deed({ name, hotkey, testId, isQuiet = false, onDo }: DeedProps) {
  return (
    <button
      type="button"
      class={isQuiet ? 'button button-quiet' : 'button'}
      data-testid={testId}
      aria-keyshortcuts={hotkey}
      onClick={onDo}
    >
      {name}{' '}
      <span class="key" aria-hidden="true">
        {hotkey}
      </span>
    </button>
  );
}
