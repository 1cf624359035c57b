import { useState } from 'preact/hooks';
import { useOneAtATime } from '#page/ui/workspace/use-one-at-a-time.js';
import type { Organization } from '../api-types.js';
import { useKeys } from '../keys.js';
import { useMay } from '../state/access.js';
import { decidedOnce, withNotice } from '../state/notice.js';
import { decideRequest, loadRequests } from '../state/packages.js';
import { useChoice, useRows } from '../state/rows.js';
import { usePackageText } from '../text/packages.js';
import { moment, useText } from '../text/text.js';
import { Credits } from './credit-form.js';
import { PackageCard } from './package-card.js';
import { Detail, RowList, SearchBox, SectionHead } from './parts.js';

/** Package requests, oldest first, and actions on any organization. */
export function PackagesView() {
  const text = useText();
  const words = usePackageText();
  const [typed, setTyped] = useState('');
  const rows = useRows('package requests', loadRequests);
  const shown = rows.rows.filter((organization) => fits(organization, typed));
  const choice = useChoice(shown.length, 'packages');
  const chosen = shown[choice.at];
  const may = useMay();
  const mayDecide = may('settlePackageRequest');
  const decide = async ({ id }: Organization, decision: 'approve' | 'reject') => {
    const done = decision === 'approve' ? words.approved : words.rejected;
    if (await withNotice(decidedOnce(decideRequest(id, decision)), done)) {
      rows.drop((organization) => organization.id === id);
      choice.close();
    } else rows.reload();
  };
  const { alone } = useOneAtATime();
  const deed = (decision: 'approve' | 'reject') => () =>
    void (chosen && mayDecide && alone(() => decide(chosen, decision)));
  useKeys({ a: deed('approve'), r: deed('reject') });
  return (
    <>
      <SectionHead title={text.sections.packages} count={rows.total} onReload={rows.reload}>
        <SearchBox value={typed} onSearch={setTyped} />
      </SectionHead>
      <div class="split">
        <RowList
          name="packages"
          rows={rows}
          shown={shown}
          choice={choice}
          keyOf={({ id }) => id}
          none={{ icon: 'card', line: text.packagesEmpty, hint: text.packagesEmptyHint }}
        >
          {({ display_name, pending_request }) => (
            <>
              <strong>{display_name}</strong>
              <span class="row-note">
                {pending_request?.name}
                {pending_request && ` · ${moment(new Date(pending_request.requested_at).toISOString())}`}
              </span>
            </>
          )}
        </RowList>
        {chosen && (
          <Detail choice={choice} title={chosen.display_name}>
            <PackageCard
              organization={chosen}
              mayDecide={mayDecide}
              onApprove={deed('approve')}
              onReject={deed('reject')}
            />
          </Detail>
        )}
      </div>
      {rows.state === 'ready' && may('grantCredit') && <Credits chosen={chosen} />}
    </>
  );
}

const fits = ({ display_name, slug, id }: Organization, typed: string): boolean =>
  `${display_name} ${slug} ${id}`.toLowerCase().includes(typed.trim().toLowerCase());
