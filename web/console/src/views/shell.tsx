import { useState } from 'preact/hooks';
import { Icon } from '#page/ui/icon.js';
import { LanguageChoice } from '#page/ui/language-choice.js';
import { Logo } from '#page/ui/logo.js';
import { NoticeLine } from '#page/ui/workspace/notice-line.js';
import { go, useRoute } from '#page/ui/workspace/route.js';
import { useKeys } from '../keys.js';
import { sectionsFor } from '../sections.js';
import type { Access } from '../state/access.js';
import { leave } from '../state/leave.js';
import { notice } from '../state/notice.js';
import { useText } from '../text/text.js';
import { Help } from './help.js';
import { Navigation } from './navigation.js';

/** The head, the navigation and the current section. The address holds the section, never the key. */
export function Shell({ access }: { access: Access }) {
  const [isHelpOpen, setHelpOpen] = useState(false);
  const text = useText();
  const [named] = useRoute();
  const sections = sectionsFor(access);
  const ways = sections.slice(0, 9).map((section, at) => [String(at + 1), () => go(section.id)] as const);
  useKeys({ ...Object.fromEntries(ways), '?': () => setHelpOpen(true) });
  const shown = sections.find(({ id }) => id === named) ?? sections[0];
  if (!shown) return null;
  const { view: View, id } = shown;
  return (
    <div class="workspace">
      <Head access={access} onHelp={() => setHelpOpen(true)} />
      <Navigation sections={sections} shown={id} hasLive={access.operations.has('live')} />
      <main class="workspace-main" key={id} aria-labelledby="section-title">
        <View />
      </main>
      <NoticeLine of={notice} close={text.close} />
      {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function Head({ access: { operator }, onHelp }: { access: Access; onHelp: () => void }) {
  const text = useText();
  return (
    <header class="workspace-head">
      <Logo size={30} />
      <span class="workspace-title">
        <strong>{text.title}</strong>
        {operator && <small data-testid="operator">{text.signedInAs(operator.name, text.roles[operator.role])}</small>}
      </span>
      <LanguageChoice />
      <button type="button" class="icon-button" title={text.help} data-testid="help" onClick={onHelp}>
        <span class="key" aria-hidden="true">
          ?
        </span>
        <span class="unseen">{text.help}</span>
      </button>
      <button type="button" class="icon-button" title={text.leave} data-testid="leave" onClick={leave}>
        <Icon name="leave" />
        <span class="unseen">{text.leave}</span>
      </button>
    </header>
  );
}
