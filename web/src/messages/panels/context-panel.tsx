import { useEffect, useState } from 'preact/hooks';
import type { Message } from '#page/api-types.js';
import { SidePanel } from '#page/app/side-panel.js';
import { useText } from '#page/app/text/text.js';
import { PlainRow } from '../plain-row.js';
import { loadContext } from './discussion-actions.js';

/** A message that is too far back to load page by page, with its surrounding messages. */
export function ContextPanel({ message }: { message: Message }) {
  const text = useText();
  const [rows, setRows] = useState<Message[]>([message]);
  useEffect(() => {
    void loadContext(message).then((around) => {
      if (around.length > 0) setRows(around.filter((row) => row.kind !== 'event'));
    });
  }, [message.id]);
  return (
    <SidePanel title={text.around} testId="panel-around">
      {rows.map((row) => (
        <PlainRow key={row.id} message={row} testId={row.id === message.id ? 'around-row' : 'around'} />
      ))}
    </SidePanel>
  );
}
