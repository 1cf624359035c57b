/** Links to the profile of an account and to a room, for a role that may look there. */
import type { ComponentChild } from 'preact';
import { useMay } from '../state/access.js';
import { useActionText } from './actions-text.js';

/** `name` is shown in place of the id. */
export function PersonLink({ id, name }: { id: string | null; name?: string | null | undefined }): ComponentChild {
  const text = useActionText();
  const may = useMay();
  const shown = name ? `@${name}` : id;
  if (id === null) return text.deletedAccount;
  if (!may('findAccounts')) return name ? shown : <code>{id}</code>;
  return (
    <a class="to-other" href={`#/people/${id}`}>
      {name ? shown : <code>{id}</code>}
    </a>
  );
}

export function RoomLink({ id, name }: { id: string; name?: string }): ComponentChild {
  const may = useMay();
  const shown = name ?? id;
  return may('readRoomAsOperator') ? (
    <a class="to-other" href={`#/rooms/${encodeURIComponent(id)}`}>
      {shown}
    </a>
  ) : (
    shown
  );
}
