import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '#page/ui/icon.js';
import { LiveLink } from '../live/live-link.js';
import type { Section } from '../sections.js';
import { useWaiting } from '../state/waiting.js';
import { useText } from '../text/text.js';

interface NavigationProps {
  sections: readonly Section[];
  shown: Section['id'];
  hasLive: boolean;
}

/** The sections in groups. On a narrow screen they are one row, in which the current one is scrolled into view. */
export function Navigation({ sections, shown, hasLive }: NavigationProps) {
  const text = useText();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [shown]);
  const groups = [...new Set(sections.map(({ group }) => group))];
  return (
    <nav ref={nav} class="workspace-nav" aria-label={text.title}>
      {groups.map((group) => (
        <div key={group} class="nav-group">
          <p class="nav-title" id={`nav-${group}`}>
            {text.groups[group]}
          </p>
          {sections
            .filter((section) => section.group === group)
            .map((section) => (
              <Way key={section.id} section={section} shown={shown} />
            ))}
          {group === 'service' && hasLive && <LiveLink />}
        </div>
      ))}
    </nav>
  );
}

function Way({ section: { id, icon, waiting: count }, shown }: { section: Section; shown: string }) {
  const text = useText();
  const waiting = useWaiting(count, shown);
  return (
    <a
      class="workspace-way"
      href={`#/${id}`}
      aria-current={id === shown ? 'page' : undefined}
      data-testid={`section-${id}`}
    >
      <Icon name={icon} />
      <span>{text.sections[id]}</span>
      {waiting !== null && waiting > 0 && (
        <span class="way-count" data-testid={`waiting-${id}`}>
          {waiting}
        </span>
      )}
    </a>
  );
}
