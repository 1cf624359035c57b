import { useState } from 'preact/hooks';
import { useOneAtATime } from '#page/ui/workspace/use-one-at-a-time.js';
import type { ReviewedItem } from '../api-types.js';
import { useKeys } from '../keys.js';
import { useMay } from '../state/access.js';
import { decidedOnce, withNotice } from '../state/notice.js';
import { useChoice, useRows } from '../state/rows.js';
import { decideItem, loadReviews, type ReviewStatus, reviewStatuses } from '../state/sponsored.js';
import { useSponsoredText } from '../text/sponsored.js';
import { moment, useText } from '../text/text.js';
import { Detail, RowList, SearchBox, SectionHead, Tabs } from './parts.js';
import { SponsoredReview } from './sponsored-review.js';

/** Sponsored items that wait for review, oldest first. */
export function SponsoredView() {
  const text = useText();
  const words = useSponsoredText();
  const [status, setStatus] = useState<ReviewStatus>('review');
  const [typed, setTyped] = useState('');
  const [isRejecting, setRejecting] = useState(false);
  const rows = useRows(`sponsored ${status}`, () => loadReviews(status));
  const shown = rows.rows.filter((item) => fits(item, typed));
  const choice = useChoice(shown.length, 'sponsored');
  const chosen = shown[choice.at];
  const may = useMay();
  const mayDecide = chosen?.status === 'review' && may('reviewSponsored');
  const decide = async (item: ReviewedItem, decision: 'approve' | 'reject', reason: string | null) => {
    const done = decision === 'approve' ? words.approved : words.rejected;
    if (await withNotice(decidedOnce(decideItem(item.id, decision, reason)), done)) {
      setRejecting(false);
      rows.drop(({ id }) => id === item.id);
      choice.close();
      requestAnimationFrame(() => choice.choose(Math.max(0, Math.min(choice.at, shown.length - 2))));
      return true;
    }
    rows.reload();
    return false;
  };
  const { alone } = useOneAtATime();
  const approve = () => void (chosen && mayDecide && alone(() => decide(chosen, 'approve', null)));
  useKeys({ a: approve, r: () => mayDecide && setRejecting(true) });
  return (
    <>
      <SectionHead title={text.sections.sponsored} count={rows.total} onReload={rows.reload}>
        <Tabs of={reviewStatuses} shown={status} names={words.status} onShow={setStatus} />
        <SearchBox value={typed} onSearch={setTyped} />
      </SectionHead>
      <div class="split">
        <RowList
          name="sponsored"
          rows={rows}
          shown={shown}
          choice={choice}
          keyOf={({ id }) => id}
          none={{
            icon: 'eye',
            line: status === 'review' ? text.sponsoredEmpty : words.nothing,
            ...(status === 'review' && { hint: text.sponsoredEmptyHint }),
          }}
        >
          {(item) => (
            <>
              <strong>{item.title}</strong>
              <span class="row-note">
                {item.organization.display_name} · {moment(new Date(item.updated_at).toISOString())}
              </span>
            </>
          )}
        </RowList>
        {chosen && (
          <Detail choice={choice} title={chosen.title}>
            <SponsoredReview
              key={chosen.id}
              item={chosen}
              mayDecide={mayDecide}
              isRejecting={isRejecting}
              setRejecting={setRejecting}
              onApprove={approve}
              onReject={(reason) => decide(chosen, 'reject', reason)}
            />
          </Detail>
        )}
      </div>
    </>
  );
}

const fits = ({ title, body, target, organization }: ReviewedItem, typed: string): boolean =>
  `${title} ${body} ${target} ${organization.display_name}`.toLowerCase().includes(typed.trim().toLowerCase());
