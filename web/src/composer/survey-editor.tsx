import { useState } from 'preact/hooks';
import type { Room } from '../api-types.js';
import { closePanel } from '../app/panel.js';
import { SidePanel } from '../app/side-panel.js';
import { useText } from '../app/text/text.js';
import { Choice, Switch } from '../ui/fields.js';
import { Field } from '../ui/form-parts.js';
import { sendMessage } from './outbox/outbox-actions.js';

const OPTIONS_MAX = 12;
const HOUR_MS = 3_600_000;
const lasting = [null, 1, 24, 168];

export function SurveyEditor({ room }: { room: Room }) {
  const text = useText();
  const [question, setQuestion] = useState('');
  const [options, setOptions] = useState(['', '']);
  const [isMultiple, setMultiple] = useState(false);
  const [hours, setHours] = useState<number | null>(null);
  const answers = options.map((option) => option.trim()).filter((option) => option !== '');
  const isReady = question.trim() !== '' && answers.length >= 2 && new Set(answers).size === answers.length;
  const submit = (event: Event) => {
    event.preventDefault();
    const end = hours === null ? {} : { closes_at: Date.now() + hours * HOUR_MS };
    const survey = { question: question.trim(), options: answers, multiple: isMultiple, ...end };
    sendMessage(room.slug, '', { attachment: { type: 'survey', ...survey } });
    closePanel();
  };
  /** Keeps one empty option at the end until the maximum is reached. */
  const write = (at: number, value: string) => {
    const next = options.with(at, value);
    setOptions(next.at(-1) !== '' && next.length < OPTIONS_MAX ? [...next, ''] : next);
  };
  return (
    <SidePanel title={text.writeSurvey} testId="panel-write-survey">
      <form class="form" onSubmit={submit}>
        <Field label={text.question} testId="survey-question" max={300} value={question} onChange={setQuestion} />
        {options.map((option, at) => (
          <Field
            key={at}
            label={text.option(at + 1)}
            testId={`survey-option-${at}`}
            max={100}
            value={option}
            onChange={(value) => write(at, value)}
          />
        ))}
        <Switch label={text.surveyMany} testId="survey-multiple" isOn={isMultiple} onChange={setMultiple} />
        <Choice
          label={text.surveyLasts}
          testId="survey-hours"
          value={String(hours ?? '')}
          options={lasting.map((value) => ({ value: String(value ?? ''), label: text.inviteHours(value) }))}
          onChange={(value) => setHours(value === '' ? null : Number(value))}
        />
        <button type="submit" class="button" data-testid="survey-create" disabled={!isReady}>
          {text.send}
        </button>
      </form>
    </SidePanel>
  );
}
