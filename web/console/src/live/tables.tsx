import { TableBox, TableHeads } from '../views/table-box.js';
import type { Live, LiveNode, LiveRoom } from './columns.js';
import { clock, useLiveText, write } from './live-text.js';
import { newest, rates } from './time-series.js';

export function Nodes({ live }: { live: Live }) {
  const text = useLiveText();
  const { cards } = text;
  const heads = [text.node, text.status, text.slots, cards.connections, cards.messages, cards.cpu, cards.memory];
  return (
    <TableBox label={text.nodes} testId="nodes">
      <TableHeads names={[...heads, cards.loop, text.store, text.cache]} />
      <tbody>
        {live.nodes.map((node) => (
          <NodeRow key={node.name} node={node} stepMs={live.step_ms} />
        ))}
      </tbody>
    </TableBox>
  );
}

function NodeRow({ node, stepMs }: { node: LiveNode; stepMs: number }) {
  const text = useLiveText();
  const { name, status, leaving, slots, gone_at: goneAt, series } = node;
  const word = leaving ? text.leaving : text.statuses[status];
  const isHere = status === 'here' || status === 'answers';
  // The last values of a node that does not answer are outdated, so none are shown.
  const now = (values: (number | null)[]) => write(isHere ? newest(values) : null);
  return (
    <tr class={`node-${status}`} data-testid={`node-${name}`}>
      <th scope="row">{name}</th>
      <td class="amount">{goneAt === null ? word : text.goneAt(word, clock(goneAt))}</td>
      <td class="amount">{write(slots)}</td>
      <td class="amount">{now(series.connections)}</td>
      <td class="amount">{now(rates(series, 'messages', stepMs))}</td>
      <td class="amount">{now(series.cpu)}</td>
      <td class="amount">{now(series.memory_mb)}</td>
      <td class="amount">{now(series.loop_p99_ms)}</td>
      <td class="amount">{node.store === null ? '–' : text.parts[node.store]}</td>
      <td class="amount">{node.cache === null ? '–' : text.parts[node.cache]}</td>
    </tr>
  );
}

export function Rooms({ live: { rooms } }: { live: Live }) {
  const text = useLiveText();
  const nameOf = ({ slug, kind }: LiveRoom) => slug ?? (kind === 'dm' ? text.directChat : text.unnamed);
  return (
    <div class="live-part">
      <TableBox label={text.rooms} testId="rooms">
        <TableHeads names={[text.room, text.messagesMinute, text.mailbox, text.online]} />
        <tbody>
          {rooms.map((room, n) => (
            <tr key={room.slug ?? n}>
              <th scope="row">{nameOf(room)}</th>
              <td class="amount">{write(room.messages)}</td>
              <td class="amount">{write(room.waiting)}</td>
              <td class="amount">{write(room.online)}</td>
            </tr>
          ))}
        </tbody>
      </TableBox>
      <p class="note">{rooms.length === 0 ? text.noRooms : text.roomsHint}</p>
    </div>
  );
}

export function Errors({ live: { errors } }: { live: Live }) {
  const text = useLiveText();
  return (
    <div class="live-part">
      <TableBox label={text.errors} testId="errors">
        <TableHeads names={[text.code, text.count]} />
        <tbody>
          {errors.map(({ code, count }) => (
            <tr key={code}>
              <th scope="row">
                <code>{code}</code>
              </th>
              <td class="amount">{write(count)}</td>
            </tr>
          ))}
        </tbody>
      </TableBox>
      {errors.length === 0 && <p class="note">{text.noErrors}</p>}
    </div>
  );
}
