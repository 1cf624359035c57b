import { useEffect, useState } from 'preact/hooks';
import { notifyError } from '../app/ask.js';
import { isNameFree } from '../members/people-actions.js';
import { useSettingsText } from './settings-text.js';

const PAUSE_MS = 300;

/** Checks whether a username is available, debounced; a late response for an older name is dropped. */
export function UsernameCheck({ name, held }: { name: string; held: string }) {
  const text = useSettingsText();
  const [answer, setAnswer] = useState<{ name: string; isFree: boolean } | null>(null);
  useEffect(() => {
    let isOld = false;
    if (name === held || name === '') return undefined;
    const timer = setTimeout(() => {
      isNameFree(name)
        .then((isFree) => !isOld && setAnswer({ name, isFree }))
        .catch(notifyError);
    }, PAUSE_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [name, held]);
  const isKnown = answer?.name === name && name !== held;
  return (
    <p class="form-hint" role="status" data-testid="name-check" data-free={isKnown ? answer.isFree : undefined}>
      {isKnown && (answer.isFree ? text.nameFree : text.nameTaken)}
    </p>
  );
}
