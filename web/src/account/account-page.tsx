import { useEffect } from 'preact/hooks';
import type { Account } from '../api-types.js';
import type { MePart } from '../app/overlays.js';
import { closePage, openPage } from '../app/page.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { BotsSection } from '../bots/bots-section.js';
import { refreshMe } from '../members/people-actions.js';
import { PeopleSection } from '../members/people-section.js';
import { Dialog } from '../ui/dialog.js';
import { DataSection } from './data-section.js';
import { OwnRoomsSection } from './own-rooms-section.js';
import { PanelsSection } from './panels-section.js';
import { PhotosSection } from './photos-section.js';
import { ProfileSection } from './profile-section.js';
import { SessionsSection } from './sessions-section.js';
import { StarsSection } from './stars-section.js';
import './settings.css';

const parts: MePart[] = ['profile', 'photos', 'stars', 'people', 'rooms', 'sessions', 'bots', 'panels', 'data'];

/** The settings of the account, one section at a time. */
export function AccountPage({ part }: { part: MePart }) {
  const text = useText();
  const account = useApp((state) => state.account);
  useEffect(() => void refreshMe(), []);
  if (!account) return null;
  return (
    <Dialog title={account.username ?? ''} onClose={closePage} isLarge>
      <div class="account">
        <nav class="tabs account-tabs" data-testid="me-tabs">
          {parts.map((name) => (
            <button
              key={name}
              type="button"
              class="tab"
              aria-current={name === part ? 'page' : undefined}
              data-testid={`me-${name}`}
              onClick={() => openPage({ type: 'me', part: name })}
            >
              {text.me[name]}
            </button>
          ))}
        </nav>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part without a control is scrolled by the keyboard too. */}
        <section class="account-part" key={part} aria-label={text.me[part]} tabIndex={0}>
          <Part part={part} account={account} />
        </section>
      </div>
    </Dialog>
  );
}

function Part({ part, account }: { part: MePart; account: Account }) {
  switch (part) {
    case 'profile':
      return <ProfileSection account={account} />;
    case 'photos':
      return <PhotosSection />;
    case 'stars':
      return <StarsSection balance={account.stars} />;
    case 'people':
      return <PeopleSection />;
    case 'rooms':
      return <OwnRoomsSection />;
    case 'sessions':
      return <SessionsSection />;
    case 'bots':
      return <BotsSection />;
    case 'panels':
      return <PanelsSection />;
    case 'data':
      return <DataSection account={account} />;
  }
}
