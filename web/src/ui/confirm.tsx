import { createStore } from '../app/store.js';
import { useStore } from '../app/use-store.js';
import { ConfirmDialog } from './confirm-dialog.js';

interface Question {
  question: string;
  /** The label of the button that agrees; it names the action. */
  yes: string;
  isDanger: boolean;
  answer: (isAgreed: boolean) => void;
}

const asked = createStore<{ question: Question | null }>({ question: null });

/** Asks the person before an action that cannot be undone. A second question answers the first one with no. */
export function confirmed(question: string, yes: string, { isDanger = true } = {}): Promise<boolean> {
  asked.get().question?.answer(false);
  return new Promise((resolve) => {
    const answer = (isAgreed: boolean) => {
      asked.set({ question: null });
      resolve(isAgreed);
    };
    asked.set({ question: { question, yes, isDanger, answer } });
  });
}

/** Rendered once, above all other layers. */
export function ConfirmHost() {
  const { question: held } = useStore(asked);
  if (!held) return null;
  const { question, yes, isDanger, answer } = held;
  return (
    <ConfirmDialog
      title={yes}
      question={question}
      yes={yes}
      isDanger={isDanger}
      onYes={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
}
