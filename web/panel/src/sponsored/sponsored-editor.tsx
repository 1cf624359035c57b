import { useRef, useState } from 'preact/hooks';
import type { ShownItem } from '#page/sponsored/sponsored-items.js';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import type { SponsoredItem } from '../api-types.js';
import { useLanguage } from '../text/text.js';
import { SectionHead } from '../views/parts.js';
import { useSponsoredForm } from './sponsored-form.js';
import { loadItem, loadOptions } from './sponsored-items.js';
import { BackToItems } from './sponsored-page.js';
import { AudiencePart, SchedulePart, WordsPart } from './sponsored-parts.js';
import { PictureField } from './sponsored-picture.js';
import { SponsoredPreview } from './sponsored-preview.js';
import { useSponsoredText } from './sponsored-text.js';

export function SponsoredNew() {
  const words = useSponsoredText();
  return (
    <>
      <BackToItems />
      <SectionHead title={words.newItem} />
      <Form item={null} />
    </>
  );
}

export function SponsoredEdit({ id }: { id: string }) {
  const words = useSponsoredText();
  const item = useQuery(`sponsored ${id}`, () => loadItem(id));
  return (
    <>
      <BackToItems />
      <SectionHead title={words.edit} />
      <QueryResult of={item}>{(found) => <Form key={found.id} item={found} />}</QueryResult>
    </>
  );
}

/** The form of an item with its preview. */
function Form({ item }: { item: SponsoredItem | null }) {
  const words = useSponsoredText();
  const box = useRef<HTMLFormElement>(null);
  const options = useQuery(`options ${useLanguage()}`, loadOptions);
  const { draft, change, shown, setShown, problems, refusal, isBusy, save } = useSponsoredForm(item, box);
  const [isUploading, setUploading] = useState(false);
  // Saved sooner, the item would go without the picture that was chosen for it.
  const isHeld = isBusy || isUploading;
  const part = { draft, problems, onChange: change };
  return (
    <div class="sponsored-columns">
      <form
        ref={box}
        class="sponsored-column"
        noValidate
        data-testid="sponsored-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save(false);
        }}
      >
        <section class="card" aria-labelledby="part-content">
          <h2 id="part-content">{words.content}</h2>
          <WordsPart {...part} />
          <PictureField
            shown={shown}
            problem={problems['image_key']}
            onChange={setShown}
            isBusy={isUploading}
            onBusy={setUploading}
          />
        </section>
        <section class="card" aria-labelledby="part-schedule">
          <h2 id="part-schedule">{words.schedule}</h2>
          <SchedulePart {...part} />
        </section>
        <section class="card" aria-labelledby="part-audience">
          <h2 id="part-audience">{words.audience}</h2>
          <p class="note">{words.audienceHint}</p>
          <QueryResult of={options}>{(found) => <AudiencePart {...part} options={found} />}</QueryResult>
        </section>
        {refusal && (
          <p class="form-error" role="alert" data-testid="form-problem">
            {refusal}
          </p>
        )}
        <div class="form-buttons">
          <button type="submit" class="button button-quiet" data-testid="save" disabled={isHeld}>
            {isBusy ? words.saving : words.saveDraft}
          </button>
          <button
            type="button"
            class="button"
            data-testid="save-submit"
            disabled={isHeld}
            onClick={() => void save(true)}
          >
            {words.saveSubmit}
          </button>
        </div>
      </form>
      <SponsoredPreview item={previewOf(draft, shown, words.previewEmpty)} />
    </div>
  );
}

type Written = Pick<ShownItem, 'title' | 'body' | 'target_kind' | 'target'>;
type Pictures = Pick<ShownItem, 'image_url' | 'thumb_url'>;

/** The item as the service will store it, with repeated spaces merged. */
function previewOf(
  draft: Written,
  { image_url, thumb_url }: Pictures,
  empty: { title: string; body: string },
): ShownItem {
  const tidy = (written: string) => written.replace(/\s+/g, ' ').trim();
  const { target_kind, target } = draft;
  const [title, body] = [tidy(draft.title) || empty.title, tidy(draft.body) || empty.body];
  return { title, body, target_kind, target, image_url, thumb_url };
}
