import { app } from '../app/app-state.js';
import { useText } from '../app/text/text.js';
import { useApp } from '../app/use-app.js';
import { Icon } from '../ui/icon.js';

/** The response to a slash command; only its sender sees it. */
export function SlashAnswerLine({ slug }: { slug: string }) {
  const text = useText();
  const answer = useApp((state) => state.answers[slug]);
  if (!answer) return null;
  const forget = () =>
    app.set(({ answers }) => ({
      answers: Object.fromEntries(Object.entries(answers).filter(([held]) => held !== slug)),
    }));
  return (
    <div class="composer-about" role="status" data-testid="slash-answer">
      <Icon name="check" size={18} />
      <div>
        <strong>/{answer.command}</strong>
        {answer.help.length > 0 ? answer.help.map((line) => <code key={line}>{line}</code>) : <span>{text.done}</span>}
      </div>
      <button type="button" class="icon-button" title={text.close} onClick={forget}>
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
