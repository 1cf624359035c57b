import { useSettingsText } from '#page/account/settings-text.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { lazy } from '#page/ui/lazy.js';

/** Loads the statistics and their charts on first use. */
export const StatsPanel = lazy(
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
