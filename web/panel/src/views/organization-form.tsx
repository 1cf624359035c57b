import { useRef, useState } from 'preact/hooks';
import { ChoiceField, LineField, namedOptions, TextField } from '#page/ui/workspace/field.js';
import type { Organization } from '../api-types.js';
import { call } from '../net/api.js';
import { useKeptDraft } from '../state/kept-draft.js';
import { notify } from '../state/notice.js';
import { type Draft, draftOf, errorsOf, type FormErrors, requestOf, validate } from '../state/organization-draft.js';
import { takeOrganization } from '../state/panel.js';
import { usePanel } from '../state/use-panel.js';
import { suggestedSlug, typedSlug } from '../text/slug.js';
import { language, useText } from '../text/text.js';
import { BillingFields } from './billing-fields.js';
import type { PartProps } from './organization-part.js';
import { useFocusOnWrong } from './use-focus-on-wrong.js';

interface FormProps {
  /** Null for a new organization. */
  organization: Organization | null;
}

export function OrganizationForm({ organization }: FormProps) {
  const text = useText();
  const [draft, setDraft] = useKeptDraft(`organization ${organization?.id ?? 'new'}`, () => draftOf(organization));
  const [wrong, setWrong] = useState<FormErrors>({});
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFocusOnWrong(form, wrong);
  const send = async () => {
    const missing = validate(draft, text);
    if (Object.keys(missing).length > 0) return setWrong({ ...missing, form: text.wrong.summary });
    setSending(true);
    try {
      const answer = await sent(draft, organization === null);
      takeOrganization(answer);
      setDraft(draftOf(answer.organization));
      setWrong({});
      notify(organization ? text.saved : text.founded);
    } catch (error) {
      setWrong(errorsOf(error, text));
    }
    setSending(false);
  };
  const part: PartProps = { draft, wrong, change: (change) => setDraft((held) => ({ ...held, ...change })) };
  return (
    <form
      ref={form}
      class="card form"
      data-testid="organization-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      {organization === null && <KindChoice {...part} />}
      <Words {...part} />
      <SlugField {...part} organization={organization} />
      {draft.kind === 'company' && <BillingFields {...part} />}
      {wrong.form && (
        <p class="form-error" role="alert" data-testid="form-wrong">
          {wrong.form}
        </p>
      )}
      <div class="form-buttons">
        <button type="submit" class="button" data-testid="organization-save" disabled={isSending}>
          {organization ? text.save : text.found}
        </button>
      </div>
    </form>
  );
}

function sent(draft: Draft, isNew: boolean) {
  const query = { lang: language() };
  const body = requestOf(draft);
  if (!isNew) return call('PATCH /api/panel/organization', { query, body });
  return call('POST /api/panel/organization', { query, body: { ...body, kind: draft.kind } });
}

function KindChoice({ draft, change }: PartProps) {
  const text = useText();
  return (
    <fieldset class="kinds">
      <legend class="field-label">{text.kind}</legend>
      {(['company', 'individual'] as const).map((kind) => (
        <label class="kind" key={kind}>
          <input
            type="radio"
            name="kind"
            data-testid={`kind-${kind}`}
            checked={draft.kind === kind}
            onChange={() => change({ kind })}
          />
          {text.kinds[kind]}
        </label>
      ))}
      <p class="field-hint">{text.kindFixed}</p>
    </fieldset>
  );
}

function Words({ draft, wrong, change }: PartProps) {
  const text = useText();
  return (
    <>
      <LineField
        label={text.displayName}
        testId="display-name"
        hint={text.displayNameHint}
        wrong={wrong.display_name}
        value={draft.display_name}
        onInput={(display_name) => change({ display_name })}
      />
      <TextField
        label={text.purpose}
        testId="purpose"
        hint={text.purposeHint}
        wrong={wrong.purpose}
        value={draft.purpose}
        onInput={(purpose) => change({ purpose })}
      />
      <KindFields draft={draft} wrong={wrong} change={change} />
    </>
  );
}

function KindFields({ draft, wrong, change }: PartProps) {
  const text = useText();
  const { catalog } = usePanel();
  if (draft.kind === 'individual') {
    return (
      <ChoiceField
        label={text.position}
        testId="position"
        isOptional
        nothing={text.none}
        value={draft.position_id}
        options={namedOptions(catalog.positions)}
        onChange={(position_id) => change({ position_id })}
      />
    );
  }
  return (
    <div class="field-pair">
      <ChoiceField
        label={text.type}
        testId="type"
        nothing={text.choose}
        wrong={wrong.type_id}
        value={draft.type_id}
        options={namedOptions(catalog.organization_types)}
        onChange={(type_id) => change({ type_id })}
      />
      <LineField
        label={text.teamSize}
        testId="team-size"
        isOptional
        keys="numeric"
        wrong={wrong.team_size}
        value={draft.team_size}
        onInput={(team_size) => change({ team_size })}
      />
    </div>
  );
}

/** Previews the slug while the name is typed. */
function SlugField({ draft, wrong, change, organization }: PartProps & FormProps) {
  const text = useText();
  const isFixed = organization !== null && !organization.slug_editable;
  const preview = typedSlug(draft.slug) || suggestedSlug(draft.display_name);
  const hint = isFixed ? text.slugLocked : text.slugHint;
  return (
    <>
      <LineField
        label={text.slug}
        testId="slug"
        hint={hint}
        wrong={wrong.slug}
        isOptional={organization === null}
        isOff={isFixed}
        max={48}
        value={draft.slug}
        onInput={(slug) => change({ slug })}
      />
      {!isFixed && preview && (
        <p class="slug-preview">
          {text.slugPreview}: <code data-testid="slug-preview">{preview}</code>
        </p>
      )}
    </>
  );
}
