import { useEffect, useState } from 'preact/hooks';
import { EmptyState } from '#page/ui/empty-state.js';
import { LineField } from '#page/ui/workspace/field.js';
import { type Query, useQuery } from '#page/ui/workspace/use-query.js';
import type { Slots } from '../api-types.js';
import { CallError, service } from '../net.js';
import { notifyError, problemOf } from '../state/notice.js';
import { useText } from '../text/text.js';
import { SectionHead } from '../views/parts.js';
import { useNodeText } from './nodes-text.js';
import { NodeTable, SlotTable } from './slot-tables.js';

const RELOAD_INTERVAL_MS = 5_000;

/** The nodes of a cluster, and the slots that can be moved between them. */
export function NodesView() {
  const page = useText();
  const text = useNodeText();
  const query = useQuery('slots', () => service('GET /api/console/slots'));
  useReload(query);
  return (
    <>
      <SectionHead title={page.sections.nodes} hint={text.hint} onReload={query.reload} />
      <Loaded query={query} />
    </>
  );
}

function useReload({ reload }: Query<Slots>): void {
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), RELOAD_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
}

function Loaded({ query: { value, error, reload } }: { query: Query<Slots> }) {
  const page = useText();
  const text = useNodeText();
  if (error !== null) {
    // A single node has no slots to move, and trying again does not change that.
    const isFinal = error instanceof CallError && error.code === 'invalid_state';
    return (
      <EmptyState icon={isFinal ? 'nodes' : 'info'} line={isFinal ? text.single : problemOf(error)}>
        {!isFinal && (
          <button type="button" class="button" data-testid="again" onClick={reload}>
            {page.again}
          </button>
        )}
        <a class="button button-quiet" href="/console/live">
          {text.toLive}
        </a>
      </EmptyState>
    );
  }
  if (value === null) {
    return (
      <p class="note" role="status">
        {page.loading}
      </p>
    );
  }
  return (
    <>
      <NodeTable nodes={value.nodes} />
      <RoomSlot nodes={value.nodes} onChanged={reload} />
      <SlotTable label={text.busy} testId="slots" slots={value.slots} nodes={value.nodes} onChanged={reload} />
    </>
  );
}

/** Finds the slot of a room. */
function RoomSlot({ nodes, onChanged }: { nodes: Slots['nodes']; onChanged: () => void }) {
  const text = useNodeText();
  const [room, setRoom] = useState('');
  const [found, setFound] = useState<{ room: string; slots: Slots['slots'] } | null>(null);
  const find = async (name: string) => {
    try {
      const { slots } = await service('GET /api/console/slots', { query: { room: name } });
      setFound({ room: name, slots });
    } catch (error) {
      setFound(null);
      notifyError(error);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (room.trim()) void find(room.trim());
  };
  const changed = () => {
    onChanged();
    if (found) void find(found.room);
  };
  return (
    <>
      <form class="find-form" data-testid="slot-form" onSubmit={submit}>
        <LineField
          label={text.findLabel}
          hint={text.findHint}
          testId="slot-room"
          max={64}
          value={room}
          onInput={setRoom}
        />
        <button type="submit" class="button button-quiet" data-testid="slot-find" disabled={!room.trim()}>
          {text.find}
        </button>
      </form>
      {found && (
        <SlotTable
          label={text.slotOf(found.room)}
          testId="slot-found"
          slots={found.slots}
          nodes={nodes}
          onChanged={changed}
        />
      )}
    </>
  );
}
