import { openRoomDialog } from '#page/rooms/room-dialogs.js';
import { Icon, type IconName } from '#page/ui/icon.js';
import { hashOfRoute } from '../route.js';
import { useText } from '../text/text.js';
import { useApp } from '../use-app.js';

/** What a person without a room can do first. `place`: where it stands, in the test ids. */
export function FirstSteps({ place = 'first' }: { place?: string }) {
  const text = useText();
  const username = useApp((state) => state.account?.username ?? '');
  const browse = () => {
    location.hash = hashOfRoute({ view: 'rooms', words: '' });
  };
  return (
    <>
      <h2>{text.welcome(username)}</h2>
      <p>{text.welcomeHint}</p>
      <div class="first-steps">
        <Step
          icon="plus"
          testId={`${place}-create`}
          isFirst
          {...text.firstCreate}
          onClick={() => openRoomDialog('create')}
        />
        <Step icon="door" testId={`${place}-browse`} {...text.firstBrowse} onClick={browse} />
        <Step icon="link" testId={`${place}-link`} {...text.firstLink} onClick={() => openRoomDialog('open')} />
      </div>
    </>
  );
}

interface StepProps {
  icon: IconName;
  testId: string;
  title: string;
  hint: string;
  isFirst?: boolean;
  onClick: () => void;
}

function Step({ icon, testId, title, hint, isFirst = false, onClick }: StepProps) {
  return (
    <button
      type="button"
      class={isFirst ? 'first-step first-step-main' : 'first-step'}
      data-testid={testId}
      onClick={onClick}
    >
      <Icon name={icon} size={24} />
      <strong>{title}</strong>
      <span>{hint}</span>
    </button>
  );
}
