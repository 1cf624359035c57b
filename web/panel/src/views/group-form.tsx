import { useRef, useState } from 'preact/hooks';
import { wireOf } from '#page/app/api.js';
import { ChoiceField, LineField, namedOptions, TextField } from '#page/ui/workspace/field.js';
import { useKeyedRequest } from '#page/ui/workspace/request-key.js';
import { useOneAtATime } from '#page/ui/workspace/use-one-at-a-time.js';
import { call } from '../net/api.js';
import { useKeptDraft } from '../state/kept-draft.js';
import { notify, problemOf } from '../state/notice.js';
import { usePanel } from '../state/use-panel.js';
import { type Texts, useText } from '../text/text.js';
import { useFocusOnWrong } from './use-focus-on-wrong.js';

const empty = { name: '', group_type_id: '', slug: '', visibility: 'open' as 'open' | 'closed', welcome_message: '' };
type Draft = typeof empty;
type FormErrors = Record<string, string>;

export function GroupForm({ onOpened }: { onOpened: () => void }) {
  const text = useText();
  const { catalog } = usePanel();
  const [draft, setDraft] = useKeptDraft<Draft>('group', () => empty);
  const [wrong, setWrong] = useState<FormErrors>({});
  const { isBusy, alone } = useOneAtATime();
  const send = useKeyedRequest();
  const form = useRef<HTMLFormElement>(null);
  useFocusOnWrong(form, wrong);
  const put = (field: keyof Draft) => (value: string) => setDraft((held) => ({ ...held, [field]: value }));
  const open = async () => {
    if (!draft.group_type_id) return setWrong({ group_type_id: text.wrong.choice });
    try {
      await send(draft, (key) => call('POST /api/panel/groups', { body: draft, key }));
    } catch (error) {
      return setWrong(errorsOf(error, text));
    }
    notify(text.groupOpened);
    setDraft(empty);
    setWrong({});
    onOpened();
  };
  return (
    <form
      ref={form}
      class="card form"
      data-testid="group-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void alone(open);
      }}
    >
      <h2>{text.newGroup}</h2>
      <div class="field-pair">
        <LineField
          label={text.groupName}
          testId="group-name"
          wrong={wrong.name}
          max={80}
          value={draft.name}
          onInput={put('name')}
        />
        <ChoiceField
          label={text.groupType}
          testId="group-type"
          nothing={text.choose}
          wrong={wrong.group_type_id}
          value={draft.group_type_id}
          options={namedOptions(catalog.group_types)}
          onChange={put('group_type_id')}
        />
        <LineField
          label={text.groupSlug}
          testId="group-slug"
          isOptional
          hint={text.slugHint}
          wrong={wrong.slug}
          max={48}
          value={draft.slug}
          onInput={put('slug')}
        />
        <ChoiceField
          label={text.visibility}
          testId="group-visibility"
          value={draft.visibility}
          options={(['open', 'closed'] as const).map((value) => ({ value, label: text.visibilities[value] }))}
          onChange={put('visibility')}
        />
      </div>
      <TextField
        label={text.welcome}
        testId="group-welcome"
        isOptional
        hint={text.welcomeHint}
        wrong={wrong.welcome_message}
        max={500}
        value={draft.welcome_message}
        onInput={put('welcome_message')}
      />
      {wrong.form && (
        <p class="form-error" role="alert">
          {wrong.form}
        </p>
      )}
      <div class="form-buttons">
        <button type="submit" class="button" data-testid="group-open" aria-busy={isBusy}>
          {text.openGroup}
        </button>
      </div>
    </form>
  );
}

function errorsOf(error: unknown, text: Texts): FormErrors {
  const { code, fields } = wireOf(error);
  if (code === 'invalid_request') return { group_type_id: text.wrong.choice };
  if (!fields) return { form: problemOf(error) };
  const { name, slug, welcome_message } = fields;
  return {
    ...(name && { name: text.wrong.needed }),
    ...(slug && { slug: slug.join().includes('taken') ? text.groupSlugTaken : text.groupSlugWrong }),
    ...(welcome_message && { welcome_message: welcome_message.join(', ') }),
  };
}
