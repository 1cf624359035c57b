import { useState } from 'preact/hooks';
import type { SettingsTexts } from '#page/account/settings-en.js';
import { useSettingsText } from '#page/account/settings-text.js';
import type { Room, ShortLink, WireError } from '#page/api-types.js';
import { wireOf } from '#page/app/api.js';
import { info, SidePanel } from '#page/app/side-panel.js';
import { sentenceOf, useText } from '#page/app/text/text.js';
import { useApp } from '#page/app/use-app.js';
import { confirmed } from '#page/ui/confirm.js';
import { CopyButton } from '#page/ui/copy-button.js';
import { FormError } from '#page/ui/form-error.js';
import { Field } from '#page/ui/form-parts.js';
import { buyShortLink } from './admin-actions.js';

/** Buys a short link for the room; the price is shown first. */
export function VanityPanel({ room }: { room: Room }) {
  const text = useSettingsText();
  const page = useText();
  const stars = useApp((state) => state.account?.stars ?? 0);
  const price = useApp((state) => page.starsCount(state.config?.vanity_stars ?? 0));
  const [handle, setHandle] = useState('');
  const [bought, setBought] = useState<ShortLink | null>(null);
  const [error, setError] = useState<WireError | null>(null);
  const submit = async (event: Event) => {
    event.preventDefault();
    const wanted = handle.trim().toLowerCase();
    if (!(await confirmed(text.vanityQuestion(wanted, price), text.vanity, { isDanger: false }))) return;
    try {
      setBought(await buyShortLink(room.slug, wanted));
      setError(null);
    } catch (refused) {
      setError(wireOf(refused));
    }
  };
  return (
    <SidePanel title={text.vanity} testId="panel-vanity" back={info}>
      <p class="panel-note">{text.vanityHint(price)}</p>
      <p class="stars-balance">
        <span>{page.balance}</span>
        <strong data-testid="vanity-balance">{page.starsCount(stars)}</strong>
      </p>
      <form class="form" onSubmit={(event) => void submit(event)}>
        <Field label={text.vanityHandle} testId="vanity-handle" max={32} value={handle} onChange={setHandle} />
        <FormError testId="vanity-error">
          {error && (error.fields ? problemOf(text, error.fields['handle'] ?? []) : sentenceOf(page, error))}
        </FormError>
        <button type="submit" class="button" data-testid="vanity-buy" disabled={!handle.trim()}>
          {text.vanityBuy(price)}
        </button>
      </form>
      {bought && (
        <div class="invite" role="status">
          <code data-testid="vanity-link">{bought.url}</code>
          <div class="field-row">
            <CopyButton label={page.copyLink} value={bought.url} />
          </div>
        </div>
      )}
    </SidePanel>
  );
}

const problemOf = (text: SettingsTexts, problems: string[]): string =>
  problems.some((problem) => problem.includes('taken')) ? text.vanityTaken : text.vanityFormat;
