import { useText } from '../app/text/text.js';

/** Says beside its name that an account is a program. */
export function BotTag({ of: account }: { of: { is_bot?: true } | null }) {
  const text = useText();
  return account?.is_bot ? (
    <span class="tag" data-testid="bot-tag">
      {text.bot}
    </span>
  ) : null;
}
