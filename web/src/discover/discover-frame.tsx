import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type DiscoverRoute, hashOfRoute } from '../app/route.js';
import { Icon } from '../ui/icon.js';
import { goBack, goDiscover, type Source } from './discover-nav.js';
import { useDiscoverText } from './discover-text.js';

interface FrameProps {
  title: string;
  /** Where the back arrow leads without a previous page. */
  up: string;
  testId: string;
  /** The content below has its own heading, so this one is only a label. */
  isTitled?: boolean;
  /** The key under which the scroll position of the list is kept. */
  place?: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}

const places = new Map<string, number>();

/** The header and the column of every Discover page. */
export function DiscoverFrame({ title, up, testId, isTitled = false, place, actions, children }: FrameProps) {
  const text = useDiscoverText();
  const head = useRef<HTMLHeadingElement & HTMLParagraphElement>(null);
  const Title = isTitled ? 'p' : 'h1';
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  useLayoutEffect(() => {
    if (place && body.current) body.current.scrollTop = places.get(place) ?? 0;
  }, [place]);
  return (
    <main class="pane discover" data-testid={testId}>
      <header class="panel-head discover-head">
        <button
          type="button"
          class="icon-button"
          title={text.back}
          data-testid="discover-back"
          onClick={() => goBack(up)}
        >
          <Icon name="back" />
        </button>
        <Title ref={head} class="discover-title" tabIndex={-1}>
          {title}
        </Title>
        {actions}
      </header>
      <div
        ref={body}
        class="discover-body"
        onScroll={(event) => place && places.set(place, event.currentTarget.scrollTop)}
      >
        <div class="discover-column">{children}</div>
      </div>
    </main>
  );
}

interface WayProps {
  to: DiscoverRoute;
  source: Source;
  class?: string;
  testId?: string;
  isCurrent?: boolean;
  children: ComponentChildren;
}

/** A real link, so that it can be opened in another tab. */
export function DiscoverLink({ to, source, testId, isCurrent, children, ...rest }: WayProps) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    goDiscover(to, source);
  };
  return (
    <a {...rest} href={hashOfRoute(to)} data-testid={testId} aria-current={isCurrent ? 'page' : undefined} onClick={go}>
      {children}
    </a>
  );
}
