import type { ComponentChildren } from 'preact';
import type { WireError } from '../api-types.js';
import { discoverHome } from '../app/route.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { Icon, type IconName } from '../ui/icon.js';
import { DiscoverLink } from './discover-frame.js';
import { useDiscoverText } from './discover-text.js';

interface DiscoverErrorProps {
  error: WireError;
  /** The text for `not_found` on this page. */
  missing: 'notSetUp' | 'noSuchTopic' | 'noSuchEntry';
  onAgain: () => void;
}

const faults = new Set([
  'sozluk_unavailable',
  'network',
  'unavailable',
  'overloaded',
  'internal_error',
  'rate_limited',
]);

/** An error of a Discover page; a temporary one has a button that retries. */
export function DiscoverError({ error, missing, onAgain }: DiscoverErrorProps) {
  const text = useDiscoverText();
  const page = useText();
  if (error.code === 'not_found') {
    return (
      <Empty icon="compass" testId={missing === 'notSetUp' ? 'discover-off' : 'discover-missing'} title={text[missing]}>
        {missing === 'notSetUp' ? (
          <p>{text.notSetUpHint}</p>
        ) : (
          <DiscoverLink to={discoverHome} source="link" class="link">
            {text.toDiscover}
          </DiscoverLink>
        )}
      </Empty>
    );
  }
  const isFault = faults.has(error.code);
  return (
    <Empty icon="info" testId="discover-fault" title={isFault ? text.unreachable : sentenceOf(page, error)}>
      {isFault && <p>{text.unreachableHint}</p>}
      <button type="button" class="button" data-testid="discover-again" onClick={onAgain}>
        {text.again}
      </button>
    </Empty>
  );
}

interface EmptyProps {
  icon: IconName;
  title: string;
  testId?: string;
  children?: ComponentChildren;
}

export function Empty({ icon, title, testId, children }: EmptyProps) {
  return (
    <div class="discover-empty" data-testid={testId} role="status">
      <Icon name={icon} size={40} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}
