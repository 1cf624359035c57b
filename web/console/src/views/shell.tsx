import { useEffect, useState } from 'preact/hooks';
import { Icon } from '#page/ui/icon.js';
import { LanguageChoice } from '#page/ui/language-choice.js';
import { Logo } from '#page/ui/logo.js';
import { NoticeLine } from '#page/ui/workspace/notice-line.js';
import { useKeys } from '../keys.js';
import { LiveLink } from '../live/live-link.js';
import { type Section, sections } from '../sections.js';
import { notice } from '../state/notice.js';
import { signOut } from '../state/session.js';
import { useWaiting } from '../state/waiting.js';
import { useText } from '../text/text.js';
import { Help } from './help.js';

const named = () => location.hash.slice(2);
const go = (id: string) => {
  location.hash = `/${id}`;
};

/** The head, the navigation and the current section. The address holds the section, never the key. */
export function Shell() {
  const text = useText();
  const [id, setId] = useState(named());
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(() => {
    const look = () => setId(named());
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  // Rendered before the hashchange event, because the next keystroke is meant for the new section.
  const show = (wanted: string) => {
    setId(wanted);
    go(wanted);
  };
  const ways = sections.map((section, at) => [String(at + 1), () => show(section.id)] as const);
  useKeys({ ...Object.fromEntries(ways), '?': () => setHelpOpen(true) });
  const { view: View, id: shown } = sections.find((section) => section.id === id) ?? sections[0];
  return (
    <div class="workspace">
      <header class="workspace-head">
        <Logo size={30} />
        <span class="workspace-title">{text.title}</span>
        <LanguageChoice />
        <button
          type="button"
          class="icon-button"
          title={text.help}
          data-testid="help"
          onClick={() => setHelpOpen(true)}
        >
          <span class="key" aria-hidden="true">
            ?
          </span>
          <span class="unseen">{text.help}</span>
        </button>
        <button type="button" class="icon-button" title={text.leave} data-testid="leave" onClick={() => signOut()}>
          <Icon name="leave" />
          <span class="unseen">{text.leave}</span>
        </button>
      </header>
      <Sections shown={shown} />
      <main class="workspace-main" key={shown} aria-labelledby="section-title">
        <View />
      </main>
      <NoticeLine of={notice} close={text.close} />
      {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function Sections({ shown }: { shown: string }) {
  const text = useText();
  return (
    <nav class="workspace-nav" aria-label={text.title}>
      {sections.map((section) => (
        <Way key={section.id} section={section} shown={shown} />
      ))}
      <LiveLink />
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
