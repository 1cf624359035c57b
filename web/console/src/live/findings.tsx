import type { Finding } from './columns.js';
import { clock, useLiveText, write } from './live-text.js';
import type { Watched } from './use-live.js';

/**
 * The worst problem in one line with a link to the guide, then the others. The live region announces a line only when
 * it changes.
 */
export function Findings({ watched: { live, state, heardAt } }: { watched: Watched }) {
  const text = useLiveText();
  const isGone = state === 'failed' || state === 'absent';
  const findings = live?.findings ?? [];
  const isBad = isGone || findings.some(({ level }) => level === 'bad');
  const tone = isBad ? 'is-bad' : findings.length > 0 ? 'is-watch' : 'is-fine';
  const first = findings[0];
  const line = isGone ? text[state] : first ? said(first, text) : live ? text.healthy : '';
  return (
    <section class={`live-findings ${tone}`} data-testid="findings">
      <p class="live-line" role="status" aria-live="polite" data-testid="verdict">
        {line}
      </p>
      {!isGone && findings.length > 0 && (
        <ul>
          {findings.map((finding, n) => (
            <li key={`${finding.code} ${finding.node}`} class={`finding-${finding.level}`} data-testid="finding">
              <strong>{text.levels[finding.level]}</strong>
              {n > 0 && <span>{said(finding, text)}</span>}
              <code>{text.readOn(finding.read)}</code>
            </li>
          ))}
        </ul>
      )}
      {live && <p class="note">{isGone ? text.old(clock(heardAt)) : text.asOf(clock(live.at))}</p>}
    </section>
  );
}

const said = ({ code, node, value }: Finding, text: ReturnType<typeof useLiveText>): string =>
  text.findings[code]?.({ node: node ?? '', value: write(value) }) ?? code;
