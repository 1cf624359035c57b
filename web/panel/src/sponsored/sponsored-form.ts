import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { wireOf } from '#page/app/api.js';
import { useKeyedRequest } from '#page/ui/workspace/request-key.js';
import { go } from '#page/ui/workspace/route.js';
import type { SponsoredItem } from '../api-types.js';
import { useKeptDraft } from '../state/kept-draft.js';
import { notify } from '../state/notice.js';
import {
  bodyOf,
  type Draft,
  draftOf,
  emptyDraft,
  type FieldProblems,
  problemsByField,
  type ShownPicture,
} from './sponsored-draft.js';
import type { SponsoredTexts } from './sponsored-en.js';
import { moveItem, sponsoredProblem, writeItem } from './sponsored-items.js';
import { useSponsoredText } from './sponsored-text.js';

const pictureOf = (item: SponsoredItem | null): ShownPicture => ({
  picture: 'kept',
  image_url: item?.image_url ?? null,
  thumb_url: item?.thumb_url ?? null,
});

/**
 * Numbers and times that the browser or the service would read as something else: half a time would be stored as none,
 * and "100.000" as a hundred.
 */
function misread(box: HTMLElement | null, text: SponsoredTexts): FieldProblems | null {
  const fields = [...(box?.querySelectorAll<HTMLInputElement>('[type="number"], [type="datetime-local"]') ?? [])];
  const wrong = fields.filter(
    ({ type, value, validity }) => !validity.valid || (type === 'number' && /\D/.test(value)),
  );
  if (wrong.length === 0) return null;
  const words = (type: string) => text.fields[type === 'number' ? 'budget' : 'starts_at'] ?? '';
  return Object.fromEntries(wrong.map(({ name, type }) => [name, words(type)]));
}

/** The state of an item's form. After saving, the page shows the item; errors are shown at their fields. */
export function useSponsoredForm(item: SponsoredItem | null, box: RefObject<HTMLElement | null>) {
  const words = useSponsoredText();
  const [draft, setDraft] = useKeptDraft<Draft>(`sponsored ${item?.id ?? 'new'}`, () =>
    item ? draftOf(item) : emptyDraft,
  );
  const [shown, setShown] = useKeptDraft<ShownPicture>(`picture ${item?.id ?? 'new'}`, () => pictureOf(item));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** After the first save, later saves update the item instead of creating another one. */
  const kept = useRef(item?.id ?? null);
  const send = useKeyedRequest();
  useEffect(() => {
    const first = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    first?.focus();
  }, [refusal]);
  const change = (part: Partial<Draft>) => {
    setDraft((held) => ({ ...held, ...part }));
    setProblems((held) => Object.fromEntries(Object.entries(held).filter(([name]) => !(name in part))));
  };
  const point = (fields: FieldProblems) => {
    setProblems(fields);
    setRefusal(words.problemsLine);
  };
  const refused = (error: unknown) => {
    const fields = problemsByField(wireOf(error), draft, words);
    if (fields) point(fields);
    else setRefusal(sponsoredProblem(error));
  };
  const save = async (isHandedIn: boolean) => {
    const wrong = misread(box.current, words);
    if (wrong) return point(wrong);
    setBusy(true);
    setRefusal(null);
    setProblems({});
    try {
      const body = bodyOf(draft, shown.picture);
      const { id } = await send(body, (key) => writeItem(kept.current, body, key));
      kept.current = id;
      if (isHandedIn) await moveItem(id, 'submit');
      notify(isHandedIn ? words.submitted : words.savedDraft);
      go('sponsored', id);
    } catch (error) {
      refused(error);
    } finally {
      setBusy(false);
    }
  };
  return { draft, change, shown, setShown, problems, refusal, isBusy, save };
}
