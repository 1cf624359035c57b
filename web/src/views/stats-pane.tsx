import { useSettingsText } from '../text/settings-text.js';
import { lazily } from './lazily.js';
import { info, SidePanel } from './side-panel.js';

/** Statistics with their charts, when somebody wants them. */
export const StatsPanel = lazily(
  () => import('./stats-panel.js').then((part) => part.StatsPanel),
  (inner) => <Frame>{inner}</Frame>,
);

function Frame({ children }: { children: preact.ComponentChild }) {
  return (
    <SidePanel title={useSettingsText().stats} testId="panel-stats-coming" back={info}>
      {children}
    </SidePanel>
  );
}
