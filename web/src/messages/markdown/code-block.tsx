import { useEffect, useState } from 'preact/hooks';
import { useText } from '#page/app/text/text.js';
import { CopyButton } from '#page/ui/copy-button.js';
import type { CodePart } from './highlight.js';

/** A block of code. Its colors are loaded when the first block with a known language is shown. */
export function CodeBlock({ language, code }: { language: string; code: string }) {
  const text = useText();
  const parts = useHighlight(language, code);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap here selects code and does not open the menu.
    // biome-ignore lint/a11y/useKeyWithClickEvents: only pointers bubble to the row.
    <div class="code-block" data-testid="code-block" onClick={(event) => event.stopPropagation()}>
      <header>
        <span>{language || text.code}</span>
        <CopyButton label={text.copy} value={code} icon="copy" />
      </header>
      <pre>
        <code>
          {parts
            ? parts.map(({ kind, text: words }, at) =>
                kind ? (
                  <i key={at} class={`code-${kind}`}>
                    {words}
                  </i>
                ) : (
                  words
                ),
              )
            : code}
        </code>
      </pre>
    </div>
  );
}

function useHighlight(language: string, code: string): CodePart[] | null {
  const [parts, setParts] = useState<CodePart[] | null>(null);
  useEffect(() => {
    let isOld = false;
    setParts(null);
    if (language !== '') {
      import('./highlight.js').then(
        ({ highlighted }) => !isOld && setParts(highlighted(language, code)),
        // Without the part of the page that knows colors, the code has none.
        () => undefined,
      );
    }
    return () => {
      isOld = true;
    };
  }, [language, code]);
  return parts;
}
