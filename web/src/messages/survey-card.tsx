import { useEffect, useState } from 'preact/hooks';
import type { Message, Survey } from '../api-types.js';
import { useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { useApp } from '../app/use-app.js';
import { useNow } from '../ui/use-now.js';
import { loadVote, vote } from './panels/discussion-actions.js';

const none: number[] = [];
/** Older services stored any number, and no clock shows a later time: one such survey would end the page of its room. */
const LAST_MS = 8.64e15;

/** A survey with its results as bars. A single choice votes at once; multiple choices are sent with a button. */
export function SurveyCard({ message, survey }: { message: Message; survey: Survey }) {
  const text = useText();
  const mine = useApp((state) => state.votes[message.id] ?? none);
  const [picked, setPicked] = useState<number[] | null>(null);
  useEffect(() => void loadVote(message), [message.id]);
  const closesAt = survey.closes_at ?? 0;
  const isOver = useNow(closesAt) >= closesAt && closesAt > 0;
  const chosen = picked ?? mine;
  const choose = (option: number) => {
    if (!survey.multiple) return void vote(message, mine.includes(option) ? [] : [option]);
    setPicked(chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option]);
  };
  const send = async () => {
    await vote(message, chosen);
    setPicked(null);
  };
  const total = survey.votes.reduce((sum, count) => sum + count, 0);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the handler only stops the click from reaching the message.
    // biome-ignore lint/a11y/noStaticElementInteractions: the options inside are the buttons.
    <div class="card survey" data-testid="survey" onClick={(event) => event.stopPropagation()}>
      <strong>{survey.question}</strong>
      <small>{survey.multiple ? text.surveyMany : text.surveyOne}</small>
      {survey.options.map((option, at) => (
        <button
          type="button"
          key={option}
          class="survey-option"
          data-testid="survey-option"
          aria-pressed={chosen.includes(at)}
          disabled={isOver}
          style={{ '--share': String(total === 0 ? 0 : (survey.votes[at] ?? 0) / total) }}
          onClick={() => choose(at)}
        >
          <span>{option}</span>
          <b data-testid="survey-count">{survey.votes[at] ?? 0}</b>
        </button>
      ))}
      {picked && !isOver && (
        <button type="button" class="button button-small" data-testid="survey-send" onClick={() => send()}>
          {text.vote}
        </button>
      )}
      {closesAt > 0 && (
        <small>{isOver ? text.surveyOver : text.endsAt(momentName(Math.min(closesAt, LAST_MS), text))}</small>
      )}
    </div>
  );
}
