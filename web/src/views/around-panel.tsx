import { useEffect, useState } from 'preact/hooks';
import type { Message } from '../api-types.js';
import { loadAround } from '../state/talk-actions.js';
import { useText } from '../text/text.js';
import { PlainRow } from './plain-row.js';
import { SidePanel } from './side-panel.js';

/** A row too far back to page to, with what was said around it. */
export function AroundPanel({ message }: { message: Message }) {
  const text = useText();
  const [rows, setRows] = useState<Message[]>([message]);
  useEffect(() => {
    void loadAround(message).then((around) => {
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
