import { useState } from 'preact/hooks';
import { QueryResult } from '#page/ui/workspace/query-result.js';
import { useQuery } from '#page/ui/workspace/use-query.js';
import { ReasonForm } from '../actions/reason-form.js';
import type { Message, Report } from '../api-types.js';
import { service } from '../net.js';
import { MessageLine } from '../rooms/message-line.js';
import { DeleteMessage } from '../rooms/room-view.js';
import { useMay } from '../state/access.js';
import { problemOf } from '../state/notice.js';
import { useReportText } from './reports-text.js';

/** The messages around a reported message or in a reported room, as they are now, for a reason. */
export function ReportedConversation({ report }: { report: Report }) {
  const text = useReportText();
  const [reason, setReason] = useState<string | null>(null);
  return (
    <section class="reported-conversation" aria-label={text.conversation} data-testid="conversation">
      <h3>{text.conversation}</h3>
      {reason === null ? (
        <ReasonForm submit={text.show} begun={text.begun(report.reason)} onSubmit={setReason} />
      ) : (
        <Loaded report={report} reason={reason} />
      )}
    </section>
  );
}

function Loaded({ report: { id, target }, reason }: { report: Report; reason: string }) {
  const text = useReportText();
  const may = useMay();
  const [chosen, setChosen] = useState<Message | null>(null);
  const query = useQuery(id, () =>
    service('GET /api/console/reports/{id}/conversation', { path: { id }, query: { reason } }),
  );
  const mayDelete = may('deleteMessageAsOperator');
  return (
    <QueryResult of={query} problemOf={problemOf}>
      {({ room_id: room, messages }) => (
        <>
          {room === null && <p class="note">{text.roomGone}</p>}
          {room !== null && messages.length === 0 && <p class="note">{text.noMessages}</p>}
          <ol class="conversation" data-testid="messages">
            {messages.map((message) => (
              <MessageLine
                key={message.id}
                message={message}
                isReported={message.id === target}
                onDelete={mayDelete ? () => setChosen(message) : undefined}
              />
            ))}
          </ol>
          {chosen && room !== null && (
            <DeleteMessage room={room} message={chosen} onDeleted={query.reload} onClose={() => setChosen(null)} />
          )}
        </>
      )}
    </QueryResult>
  );
}
