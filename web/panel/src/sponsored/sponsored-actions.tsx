import { useState } from 'preact/hooks';
import { wireOf } from '#page/app/api.js';
import { ConfirmDialog } from '#page/ui/confirm-dialog.js';
import { go } from '#page/ui/workspace/route.js';
import type { SponsoredItem } from '../api-types.js';
import { draftOf, problemsByField } from './sponsored-draft.js';
import { mayEdit, moveItem, removeItem, type Step, sponsoredProblem, withNotice } from './sponsored-items.js';
import { useSponsoredText } from './sponsored-text.js';

interface SponsoredActionsProps {
  item: SponsoredItem;
  onChange: (item: SponsoredItem) => void;
}

const stepOf: Partial<Record<SponsoredItem['status'], Step>> = { draft: 'submit', live: 'pause', paused: 'resume' };
const doneOf = { submit: 'submitted', pause: 'paused', resume: 'resumed' } as const;

/** The actions that the item's status allows. An error stays until the next action. */
export function SponsoredActions({ item, onChange }: SponsoredActionsProps) {
  const words = useSponsoredText();
  const [problem, setProblem] = useState<string | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  // A double click is one step, and not the next one as well.
  const [isMoving, setMoving] = useState(false);
  const step = stepOf[item.status];
  const refused = (error: unknown) => {
    const fields = problemsByField(wireOf(error), draftOf(item), words);
    setProblem(fields ? Object.values(fields).join(' ') : sponsoredProblem(error));
  };
  const move = async (wanted: Step) => {
    setProblem(null);
    setMoving(true);
    const outcome = await withNotice(moveItem(item.id, wanted), words[doneOf[wanted]]);
    setMoving(false);
    if ('value' in outcome) onChange(outcome.value);
    else refused(outcome.error);
  };
  const remove = async () => {
    const outcome = await withNotice(removeItem(item.id), words.removed);
    if ('value' in outcome) go('sponsored');
    else refused(outcome.error);
  };
  return (
    <div class="sponsored-deeds">
      {problem && (
        <p class="form-error" role="alert" data-testid="deed-problem">
          {problem}
        </p>
      )}
      {item.status !== 'live' && (
        <button type="button" class="button button-quiet" data-testid="remove" onClick={() => setRemoving(true)}>
          {words.remove}
        </button>
      )}
      {mayEdit(item) && (
        <a
          class="button button-quiet"
          href={`#/sponsored/${item.id}/edit`}
          title={item.status === 'draft' ? undefined : words.editAgain}
          data-testid="edit"
        >
          {words.edit}
        </a>
      )}
      {step && (
        <button type="button" class="button" data-testid={step} disabled={isMoving} onClick={() => void move(step)}>
          {words[step]}
        </button>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={item.title}
          question={words.removeQuestion}
          yes={words.remove}
          isDanger
          onYes={() => void remove()}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}
