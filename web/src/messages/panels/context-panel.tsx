import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '#page/api-types.js';
import { notifyError } from '#page/app/ask.js';
import { SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { LoadedPart } from '#page/ui/loaded-part.js';
import { useLoaded } from '#page/ui/use-loaded.js';
import { useRowsText } from '../list/rows-text.js';
import { PlainRow } from '../plain-row.js';
import { type ContextSide, loadBeside, loadContext } from './discussion-actions.js';

interface Context {
  rows: Message[];
  /** The first and the last seq that was read; rows of events are read and not shown. */
  from: number;
  to: number;
  /** Whether there may be more on this side. */
  before: boolean;
  after: boolean;
}

/** A message that is too far back to load page by page, with the messages around it, as far as the person reads. */
export function ContextPanel({ message }: { message: Message }) {
  const text = useText();
  const rowsText = useRowsText();
  const { room, seq } = message;
  const [context, setContext] = useState<Context>({ rows: [message], from: seq, to: seq, before: false, after: false });
  const { rows, before, after } = context;
  const target = useRef<HTMLDivElement>(null);
  const around = useLoaded(`around ${message.id}`, () => loadContext(message));
  useEffect(() => {
    if (!around.value || around.value.length === 0) return;
    setContext({ ...edgesOf(around.value, context), rows: around.value.filter(isSaid), before: true, after: true });
    requestAnimationFrame(() => target.current?.scrollIntoView({ block: 'center' }));
  }, [around.value]);
  const grow = async (side: ContextSide) => {
    const page = await loadBeside(room, side === 'before' ? context.from : context.to, side).catch(notifyError);
    if (!page) return;
    const found = page.messages.filter(isSaid);
    setContext((held) => ({
      ...held,
      ...edgesOf(page.messages, held),
      rows: side === 'before' ? [...found, ...held.rows] : [...held.rows, ...found],
      [side]: page.has_more,
    }));
  };
  return (
    <SidePanel title={text.around} testId="panel-around">
      <LoadedPart loaded={around}>{() => null}</LoadedPart>
      {before && <More label={rowsText.earlier} side="before" onClick={grow} />}
      {rows.map((row) => (
        <div key={row.id} ref={row.id === message.id ? target : null} class={row.id === message.id ? 'around-row' : ''}>
          <PlainRow message={row} testId={row.id === message.id ? 'around-row' : 'around'} />
        </div>
      ))}
      {after && <More label={rowsText.later} side="after" onClick={grow} />}
    </SidePanel>
  );
}

const edgesOf = (rows: Message[], { from, to }: Pick<Context, 'from' | 'to'>) => ({
  from: Math.min(from, rows[0]?.seq ?? from),
  to: Math.max(to, rows.at(-1)?.seq ?? to),
});

const isSaid = ({ kind, discussion_of }: Message): boolean => kind !== 'event' && !discussion_of;

interface MoreProps {
  label: string;
  side: ContextSide;
  onClick: (side: ContextSide) => Promise<void>;
}

function More({ label, side, onClick }: MoreProps) {
  return (
    <button type="button" class="button button-quiet" data-testid={`around-${side}`} onClick={() => void onClick(side)}>
      {label}
    </button>
  );
}
