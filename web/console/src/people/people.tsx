import { useEffect, useRef, useState } from 'preact/hooks';
import { EmptyState } from '#page/ui/empty-state.js';
import { Field } from '#page/ui/workspace/field.js';
import { go, useRoute } from '#page/ui/workspace/route.js';
import { useKeys } from '../keys.js';
import { notifyError } from '../state/notice.js';
import { useText } from '../text/text.js';
import { SectionHead } from '../views/parts.js';
import { AddressCard } from './address-card.js';
import { type Found, findAccount } from './find-account.js';
import { usePeopleText } from './people-text.js';
import { Profile } from './profile.js';

interface Answered {
  typed: string;
  found: Found;
}

/** Finds an account, and shows the one that the address names. */
export function PeopleView() {
  const page = useText();
  const [, id] = useRoute();
  const [answered, setAnswered] = useState<Answered | null>(null);
  useEffect(() => {
    if (id) setAnswered(null);
  }, [id]);
  const find = async (typed: string) => {
    try {
      const found = await findAccount(typed);
      if (found.kind === 'account') return go('people', found.id);
      go('people');
      setAnswered({ typed, found });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <>
      <SectionHead title={page.sections.people} />
      <FindForm onFind={find} />
      {id ? <Profile key={id} id={id} /> : <Result answered={answered} />}
    </>
  );
}

function Result({ answered }: { answered: Answered | null }) {
  const text = usePeopleText();
  if (!answered) return <EmptyState icon="people" line={text.nothing} hint={text.nothingHint} />;
  const { typed, found } = answered;
  if (found.kind !== 'addresses') return <EmptyState icon="search" line={text.notFound(typed)} />;
  return (
    <>
      {found.accounts.map((account) => (
        <AddressCard key={account.id} account={account} />
      ))}
    </>
  );
}

function FindForm({ onFind }: { onFind: (typed: string) => Promise<void> }) {
  const text = usePeopleText();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  useKeys({ '/': () => input.current?.focus() });
  const find = async (event: Event) => {
    event.preventDefault();
    if (!typed.trim() || isBusy) return;
    setBusy(true);
    await onFind(typed.trim());
    setBusy(false);
  };
  return (
    <form class="find-form" data-testid="find-form" onSubmit={(event) => void find(event)}>
      <Field label={text.findLabel} hint={text.findHint} testId="find">
        {(told) => (
          <input
            {...told}
            ref={input}
            class="input"
            type="search"
            autoComplete="off"
            spellcheck={false}
            maxLength={254}
            data-testid="find"
            aria-keyshortcuts="/"
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" class="button" data-testid="find-send" disabled={!typed.trim() || isBusy}>
        {text.find}
      </button>
    </form>
  );
}
