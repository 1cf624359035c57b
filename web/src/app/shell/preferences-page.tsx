import { useWritingText } from '#page/composer/writing-text.js';
import { logOut } from '#page/login/session-end.js';
import { confirmed } from '#page/ui/confirm.js';
import { Dialog } from '#page/ui/dialog.js';
import { Icon, type IconName } from '#page/ui/icon.js';
import { LanguageChoice } from '#page/ui/language-choice.js';
import { setTheme, themes, useTheme } from '#page/ui/theme.js';
import { app } from '../app-state.js';
import { closePage, openPage } from '../page.js';
import { useText } from '../text/text.js';
import { usePreferencesText } from './preferences-text.js';

/** What this browser remembers: theme and language; and the way out. */
export function PreferencesPage() {
  const text = useText();
  const words = useWritingText();
  const own = usePreferencesText();
  return (
    <Dialog title={own.title} onClose={closePage}>
      <div class="form" data-testid="preferences">
        <ThemeChoice />
        <div class="field">
          <span>{own.language}</span>
          <LanguageChoice />
        </div>
        <div class="panel-list">
          <Way
            icon="people"
            label={text.profile}
            testId="to-account"
            onClick={() => openPage({ type: 'me', part: 'profile' })}
          />
          <Way
            icon="bell"
            label={words.notifications}
            testId="to-notifications"
            onClick={() => openPage({ type: 'notifications' })}
          />
          <Way
            icon="info"
            label={own.shortcuts}
            testId="to-shortcuts"
            onClick={() => openPage({ type: 'shortcuts' })}
          />
          <Way icon="leave" label={text.logout} testId="logout" isDanger onClick={() => void leave(own)} />
        </div>
      </div>
    </Dialog>
  );
}

/** Asks only when something would be lost. */
async function leave(own: ReturnType<typeof usePreferencesText>): Promise<void> {
  const { drafts, outbox } = app.get();
  const isLosing = Object.keys(drafts).length > 0 || outbox.length > 0;
  if (isLosing && !(await confirmed(own.logoutQuestion, own.logout))) return;
  await logOut();
}

function ThemeChoice() {
  const own = usePreferencesText();
  const chosen = useTheme();
  return (
    <fieldset class="chips" data-testid="themes">
      <legend>{own.theme}</legend>
      {themes.map((theme) => (
        <button
          type="button"
          key={theme}
          class="chip"
          aria-pressed={theme === chosen}
          data-testid={`theme-${theme}`}
          onClick={() => setTheme(theme)}
        >
          {own.themes[theme]}
        </button>
      ))}
    </fieldset>
  );
}

interface WayProps {
  icon: IconName;
  label: string;
  testId: string;
  isDanger?: boolean;
  onClick: () => void;
}

function Way({ icon, label, testId, isDanger = false, onClick }: WayProps) {
  return (
    <button type="button" class={isDanger ? 'panel-way danger' : 'panel-way'} data-testid={testId} onClick={onClick}>
      <Icon name={icon} />
      <span>{label}</span>
    </button>
  );
}
