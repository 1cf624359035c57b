import { useEffect, useRef, useState } from 'preact/hooks';
import type { PanelLink } from '../api-types.js';
import { wireOf } from '../app/api.js';
import { sentenceOf, useText } from '../app/text/text.js';
import { momentName } from '../app/text/time.js';
import { FormError } from '../ui/form-error.js';
import { LoadedPart } from '../ui/loaded-part.js';
import { useLoaded } from '../ui/use-loaded.js';
import { linkPanel, loadPanels, type ShownCode, unlinkPanel, viewCode } from './panel-links.js';
import { usePanelsText } from './panels-text.js';

/** The linked browsers of the business panel, with a form that links another one. */
export function PanelsSection() {
  const words = usePanelsText();
  const loaded = useLoaded('panels', loadPanels);
  return (
    <section class="form" data-testid="panels">
      <p class="form-hint">{words.hint}</p>
      <LoadedPart loaded={loaded}>
        {(panels) => (
          <>
            {panels.length === 0 && <p>{words.none}</p>}
            <ul class="lines">
              {panels.map((panel) => (
                <PanelLine key={panel.id} panel={panel} onGone={loaded.again} />
              ))}
            </ul>
          </>
        )}
      </LoadedPart>
      <LinkForm onLinked={loaded.again} />
    </section>
  );
}

function PanelLine({ panel, onGone }: { panel: PanelLink; onGone: () => void }) {
  const text = useText();
  const words = usePanelsText();
  const { label, linked_at: linked, last_used_at: used } = panel;
  return (
    <li class="line" data-testid="panel-line">
      <span>
        {label ?? words.nameless}
        <small>{words.linked(momentName(linked, text))}</small>
        <small>{used === null ? words.unused : words.used(momentName(used, text))}</small>
      </span>
      <button
        type="button"
        class="button button-quiet"
        data-testid="panel-unlink"
        aria-label={`${words.unlink}: ${label ?? words.nameless}`}
        onClick={() => void unlinkPanel(panel.id).then(onGone)}
      >
        {words.unlink}
      </button>
    </li>
  );
}

/** The person enters the code, sees the browser's name, and then confirms the link. */
function LinkForm({ onLinked }: { onLinked: () => void }) {
  const text = useText();
  const words = usePanelsText();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<ShownCode | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
      setWrong(null);
    } catch (error) {
      const refusal = wireOf(error);
      setShown(null);
      setWrong(refusal.code === 'not_found' ? words.badCode : sentenceOf(text, refusal));
    }
  };
  const look = () => attempt(async () => setShown(await viewCode(typed)));
  const link = (code: ShownCode) =>
    attempt(async () => {
      await linkPanel(code);
      setTyped('');
      setShown(null);
      onLinked();
    });
  if (shown) return <Confirmation code={shown} onYes={() => void link(shown)} onNo={() => setShown(null)} />;
  return (
    <form
      class="panel-card form"
      data-testid="link-form"
      onSubmit={(event) => {
        event.preventDefault();
        void look();
      }}
    >
      <h3>{words.linkOne}</h3>
      <label class="field">
        <span>{words.code}</span>
        <input
          class="input"
          data-testid="panel-code"
          autoComplete="off"
          aria-describedby="panel-code-hint"
          aria-invalid={wrong !== null}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <p class="form-hint" id="panel-code-hint">
        {words.codeHint}
      </p>
      <FormError testId="panel-code-wrong">{wrong}</FormError>
      <button type="submit" class="button" data-testid="panel-code-show" disabled={!typed.trim()}>
        {words.show}
      </button>
    </form>
  );
}

function Confirmation({ code, onYes, onNo }: { code: ShownCode; onYes: () => void; onNo: () => void }) {
  const words = usePanelsText();
  const yes = useRef<HTMLButtonElement>(null);
  useEffect(() => yes.current?.focus(), []);
  return (
    <div class="panel-card form" role="alertdialog" aria-label={words.linkOne} data-testid="panel-question">
      <p>{words.question(code.label ?? words.nameless)}</p>
      <div class="form-buttons">
        <button type="button" class="button button-quiet" onClick={onNo}>
          {words.cancel}
        </button>
        <button ref={yes} type="button" class="button" data-testid="panel-confirm" onClick={onYes}>
          {words.yes}
        </button>
      </div>
    </div>
  );
}
