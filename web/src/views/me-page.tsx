import { useEffect } from 'preact/hooks';
import type { Account } from '../api-types.js';
import { closePage, type MePart, openPage } from '../state/page.js';
import { refreshMe } from '../state/people-actions.js';
import { useApp } from '../state/use-app.js';
import { useText } from '../text/text.js';
import { DataPart } from './data-part.js';
import { Dialog } from './dialog.js';
import { OwnRoomsPart } from './own-rooms-part.js';
import { PanelsPart } from './panels-part.js';
import { PeoplePart } from './people-part.js';
import { PhotosPart } from './photos-part.js';
import { ProfilePart } from './profile-part.js';
import { SessionsPart } from './sessions-part.js';
import { StarsPart } from './stars-part.js';
import '../style/settings.css';

const parts: MePart[] = ['profile', 'photos', 'stars', 'people', 'rooms', 'sessions', 'panels', 'data'];

/** The own account, part by part. */
export function MePage({ part }: { part: MePart }) {
  const text = useText();
  const account = useApp((state) => state.account);
  useEffect(() => void refreshMe(), []);
  if (!account) return null;
  return (
    <Dialog title={account.username ?? ''} onClose={closePage}>
      <nav class="tabs" data-testid="me-tabs">
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
      <Part part={part} account={account} />
    </Dialog>
  );
}

function Part({ part, account }: { part: MePart; account: Account }) {
  switch (part) {
    case 'profile':
      return <ProfilePart account={account} />;
    case 'photos':
      return <PhotosPart />;
    case 'stars':
      return <StarsPart balance={account.stars} />;
    case 'people':
      return <PeoplePart />;
    case 'rooms':
      return <OwnRoomsPart />;
    case 'sessions':
      return <SessionsPart />;
    case 'panels':
      return <PanelsPart />;
    case 'data':
      return <DataPart account={account} />;
  }
}
