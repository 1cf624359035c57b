import { useState } from 'preact/hooks';
import { usernameOf } from '#page/members/username.js';
import { ConfirmDialog } from '#page/ui/confirm-dialog.js';
import { EmptyState } from '#page/ui/empty-state.js';
import { Icon } from '#page/ui/icon.js';
import { LanguageChoice } from '#page/ui/language-choice.js';
import { Logo } from '#page/ui/logo.js';
import { NoticeLine } from '#page/ui/workspace/notice-line.js';
import { useRoute } from '#page/ui/workspace/route.js';
import { type Section, sections } from '../sections.js';
import { forgetDrafts } from '../state/kept-draft.js';
import { notice } from '../state/notice.js';
import { signOut } from '../state/panel.js';
import { usePanel } from '../state/use-panel.js';
import { useText } from '../text/text.js';
import { SectionHead } from './parts.js';

/** The head, the navigation and the current section. */
export function Shell() {
  const text = useText();
  const [named] = useRoute();
  const { organization } = usePanel();
  const section = sections.find(({ id }) => id === named) ?? sections[0];
  return (
    <div class="workspace">
      <Head />
      <nav class="workspace-nav" aria-label={text.title}>
        {sections.map(({ id, icon }) => (
          <a
            key={id}
            class="workspace-way"
            href={`#/${id}`}
            aria-current={id === section.id ? 'page' : undefined}
            data-testid={`section-${id}`}
          >
            <Icon name={icon} />
            <span>{text.sections[id]}</span>
          </a>
        ))}
      </nav>
      <main class="workspace-main" key={section.id} aria-labelledby="section-title">
        {organization?.suspended && (
          <p class="form-error" role="alert">
            {text.suspended}
          </p>
        )}
        <Shown section={section} isReady={organization !== null || !section.needsOrganization} />
      </main>
      <NoticeLine of={notice} close={text.close} />
    </div>
  );
}

function Shown({ section: { id, icon, view: View }, isReady }: { section: Section; isReady: boolean }) {
  const text = useText();
  if (isReady) return <View />;
  return (
    <>
      <SectionHead title={text.sections[id]} />
      <EmptyState icon={icon} line={text.needsOrganization}>
        <a class="button" href="#/organization">
          {text.toOrganization}
        </a>
      </EmptyState>
    </>
  );
}

function Head() {
  const text = useText();
  const { account, organization } = usePanel();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <header class="workspace-head">
      <Logo size={30} />
      <span class="workspace-title">
        <strong>{organization?.display_name ?? text.title}</strong>
        <small data-testid="linked-by">{text.signedInAs(usernameOf(account))}</small>
      </span>
      <LanguageChoice />
      <button type="button" class="icon-button" title={text.leave} data-testid="leave" onClick={() => setLeaving(true)}>
        <Icon name="leave" />
        <span class="unseen">{text.leave}</span>
      </button>
      {isLeaving && (
        <ConfirmDialog
          title={text.leave}
          question={text.leaveHint}
          yes={text.leave}
          onYes={() => void signOut().then(forgetDrafts)}
          onClose={() => setLeaving(false)}
        />
      )}
    </header>
  );
}
