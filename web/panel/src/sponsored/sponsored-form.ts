import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { wireOf } from '#page/app/api.js';
import { useKeyedRequest } from '#page/ui/workspace/request-key.js';
import { go } from '#page/ui/workspace/route.js';
import type { SponsoredItem } from '../api-types.js';
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
import { moveItem, sponsoredProblem, writeItem } from './sponsored-items.js';
import { useSponsoredText } from './sponsored-text.js';

const pictureOf = (item: SponsoredItem | null): ShownPicture => ({
  picture: 'kept',
  image_url: item?.image_url ?? null,
  thumb_url: item?.thumb_url ?? null,
});

/** The state of an item's form. After saving, the page shows the item; errors are shown at their fields. */
export function useSponsoredForm(item: SponsoredItem | null, box: RefObject<HTMLElement | null>) {
  const words = useSponsoredText();
  const [draft, setDraft] = useState<Draft>(() => (item ? draftOf(item) : emptyDraft));
  const [shown, setShown] = useState<ShownPicture>(() => pictureOf(item));
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
  const refused = (error: unknown) => {
    const wire = wireOf(error);
    const fields = problemsByField(wire, draft, words);
    if (fields) setProblems(fields);
    setRefusal(fields ? words.problemsLine : sponsoredProblem(error));
  };
  const save = async (isHandedIn: boolean) => {
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
