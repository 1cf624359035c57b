import { useState } from 'preact/hooks';
import { ChoiceField } from '#page/ui/workspace/field.js';
import { ActionDialog } from '../actions/action-dialog.js';
import type { Slot, Slots } from '../api-types.js';
import { write } from '../live/live-text.js';
import { service } from '../net.js';
import { useMay } from '../state/access.js';
import { TableBox, TableHeads } from '../views/table-box.js';
import { useNodeText } from './nodes-text.js';

export function NodeTable({ nodes }: { nodes: Slots['nodes'] }) {
  const text = useNodeText();
  return (
    <TableBox label={text.nodes} testId="nodes">
      <TableHeads names={[text.node, text.status, text.slots, text.work]} />
      <tbody>
        {nodes.map(({ name, leaving, slots, work }) => (
          <tr key={name} data-testid={`node-${name}`}>
            <th scope="row">{name}</th>
            <td class="amount">{leaving ? text.statuses.leaving : text.statuses.here}</td>
            <td class="amount">{write(slots)}</td>
            <td class="amount">{write(work)}</td>
          </tr>
        ))}
      </tbody>
    </TableBox>
  );
}

interface SlotTableProps {
  label: string;
  testId: string;
  slots: readonly Slot[];
  nodes: Slots['nodes'];
  onChanged: () => void;
}

export function SlotTable({ label, testId, slots, nodes, onChanged }: SlotTableProps) {
  const text = useNodeText();
  const may = useMay();
  const [open, setOpen] = useState<{ slot: Slot; does: 'move' | 'release' } | null>(null);
  const mayMove = may('placeSlot');
  const heads = [text.slot, text.node, text.work, text.placement, ...(mayMove ? [text.actions] : [])];
  return (
    <>
      <TableBox label={label} testId={testId}>
        <TableHeads names={heads} />
        <tbody>
          {slots.map((slot) => (
            <tr key={slot.slot} data-testid={`slot-${slot.slot}`}>
              <th scope="row">{slot.slot}</th>
              <td class="amount">{slot.node ?? text.noOwner}</td>
              <td class="amount">{write(slot.work)}</td>
              <td class="amount">{usePlacement(slot)}</td>
              {mayMove && <SlotActions slot={slot} onOpen={(does) => setOpen({ slot, does })} />}
            </tr>
          ))}
        </tbody>
      </TableBox>
      {slots.length === 0 && <p class="note">{text.noSlots}</p>}
      {open?.does === 'move' && (
        <MoveDialog slot={open.slot} nodes={nodes} onChanged={onChanged} onClose={() => setOpen(null)} />
      )}
      {open?.does === 'release' && (
        <ReleaseDialog slot={open.slot} onChanged={onChanged} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function usePlacement({ placed_on: node, placed_by: by }: Slot): string {
  const text = useNodeText();
  if (node === null) return text.notPlaced;
  return by === 'operator' ? text.byOperator(node) : text.byBalancer(node);
}

function SlotActions({ slot, onOpen }: { slot: Slot; onOpen: (does: 'move' | 'release') => void }) {
  const text = useNodeText();
  return (
    <td class="amount">
      <button type="button" class="to-other" data-testid="slot-move" onClick={() => onOpen('move')}>
        {text.move}
        <span class="unseen">: {slot.slot}</span>
      </button>
      {slot.placed_on !== null && (
        <button type="button" class="to-other" data-testid="slot-release" onClick={() => onOpen('release')}>
          {text.release}
          <span class="unseen">: {slot.slot}</span>
        </button>
      )}
    </td>
  );
}

interface SlotDialogProps {
  slot: Slot;
  onChanged: () => void;
  onClose: () => void;
}

function MoveDialog({
  slot: { slot, node },
  nodes,
  onChanged,
  onClose,
}: SlotDialogProps & Pick<SlotTableProps, 'nodes'>) {
  const text = useNodeText();
  const others = nodes.filter(({ name, leaving }) => !leaving && name !== node).map(({ name }) => name);
  const [to, setTo] = useState(others[0] ?? '');
  const move = async (reason: string) => {
    const path = { id: String(slot) };
    await service('PUT /api/console/slots/{id}/placement', { path, body: { node: to, reason } });
    onChanged();
  };
  return (
    <ActionDialog
      title={text.moveTitle(String(slot))}
      lead={text.moveLead}
      submit={text.move}
      done={text.moved}
      isDanger={false}
      isReady={to !== ''}
      run={move}
      onClose={onClose}
    >
      <ChoiceField
        label={text.moveTo}
        testId="slot-node"
        value={to}
        options={others.map((name) => ({ value: name, label: name }))}
        onChange={setTo}
      />
    </ActionDialog>
  );
}

function ReleaseDialog({ slot: { slot }, onChanged, onClose }: SlotDialogProps) {
  const text = useNodeText();
  const release = async (reason: string) => {
    const path = { id: String(slot) };
    await service('DELETE /api/console/slots/{id}/placement', { path, query: { reason } });
    onChanged();
  };
  return (
    <ActionDialog
      title={text.releaseTitle(String(slot))}
      lead={text.releaseLead}
      submit={text.release}
      done={text.released}
      isDanger={false}
      run={release}
      onClose={onClose}
    />
  );
}
