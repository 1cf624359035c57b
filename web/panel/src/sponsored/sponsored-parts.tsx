/** The parts of an item's form. */
import type { AudienceOptions } from '../api-types.js';
import { number } from '../text/numbers.js';
import type { Draft, FieldProblems } from './sponsored-draft.js';
import { ManyChoices, OneChoice, TextField } from './sponsored-fields.js';
import { useSponsoredText } from './sponsored-text.js';

export interface PartProps {
  draft: Draft;
  problems: FieldProblems;
  onChange: (change: Partial<Draft>) => void;
}

const TITLE_MAX = 60;
const BODY_MAX = 140;
const TARGET_MAX = 500;

const namesOf = <K extends string>(names: Record<K, string>): { value: K; label: string }[] =>
  (Object.keys(names) as K[]).map((value) => ({ value, label: names[value] }));

export function WordsPart({ draft, problems, onChange }: PartProps) {
  const words = useSponsoredText();
  const left = (value: string, most: number) => words.left(most - [...value].length);
  return (
    <>
      <TextField
        name="title"
        label={words.title}
        value={draft.title}
        count={left(draft.title, TITLE_MAX)}
        problem={problems['title']}
        onChange={(title) => onChange({ title })}
      />
      <TextField
        name="body"
        label={words.body}
        rows={3}
        value={draft.body}
        count={left(draft.body, BODY_MAX)}
        problem={problems['body']}
        onChange={(body) => onChange({ body })}
      />
      <OneChoice
        name="target_kind"
        legend={words.targetKind}
        options={namesOf(words.kinds)}
        chosen={draft.target_kind}
        problem={problems['target_kind']}
        onChange={(kind) => onChange({ target_kind: kind as Draft['target_kind'] })}
      />
      <TextField
        name="target"
        label={words.target[draft.target_kind]}
        maxLength={TARGET_MAX}
        value={draft.target}
        hint={words.targetHint[draft.target_kind]}
        problem={problems['target']}
        onChange={(target) => onChange({ target })}
      />
    </>
  );
}

export function AudiencePart({ draft, problems, onChange, options }: PartProps & { options: AudienceOptions }) {
  const words = useSponsoredText();
  const interests = options.interests.map(({ slug, name }) => ({ value: slug, label: name }));
  const segments = options.segments.map(({ slug, name, reach }) => ({
    value: slug,
    label: name,
    note: words.reach(number(reach)),
  }));
  return (
    <>
      <ManyChoices
        name="languages"
        legend={words.languages}
        options={namesOf(words.languageNames)}
        chosen={draft.languages}
        onChange={(languages) => onChange({ languages: languages as Draft['languages'] })}
      />
      <ManyChoices
        name="platforms"
        legend={words.platforms}
        hint={words.platformsHint}
        options={namesOf(words.platformNames)}
        chosen={draft.platforms}
        onChange={(platforms) => onChange({ platforms: platforms as Draft['platforms'] })}
      />
      <ManyChoices
        name="interests"
        legend={words.interests}
        hint={interests.length === 0 ? words.noInterests : words.interestsHint}
        options={interests}
        chosen={draft.interests}
        problem={problems['audience']}
        onChange={(chosen) => onChange({ interests: chosen })}
      />
      <OneChoice
        name="activity"
        legend={words.activity}
        options={options.activities.map((value) => ({ value, label: words.activities[value] }))}
        chosen={draft.activity}
        onChange={(activity) => onChange({ activity: activity as Draft['activity'] })}
      />
      <ManyChoices
        name="segments"
        legend={words.segments}
        hint={words.segmentsHint}
        options={segments}
        chosen={draft.segments}
        onChange={(chosen) => onChange({ segments: chosen as Draft['segments'] })}
      />
    </>
  );
}

export function SchedulePart({ draft, problems, onChange }: PartProps) {
  const words = useSponsoredText();
  return (
    <>
      <TextField
        name="budget"
        type="number"
        label={words.budgetLabel}
        value={draft.budget}
        hint={words.budgetHint}
        problem={problems['budget']}
        onChange={(budget) => onChange({ budget })}
      />
      <div class="sponsored-times">
        <TextField
          name="starts_at"
          type="datetime-local"
          label={words.startsAt}
          value={draft.starts_at}
          hint={words.timeHint}
          problem={problems['starts_at']}
          onChange={(starts_at) => onChange({ starts_at })}
        />
        <TextField
          name="ends_at"
          type="datetime-local"
          label={words.endsAt}
          value={draft.ends_at}
          problem={problems['ends_at']}
          onChange={(ends_at) => onChange({ ends_at })}
        />
      </div>
    </>
  );
}
